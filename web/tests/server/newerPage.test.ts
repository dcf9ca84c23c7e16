import { beforeEach, describe, expect, test, vi } from "vitest";
import { takeNewerPage } from "../../src/lib/server/newerPage";

const page = (name: string) => `<script type="module" src="/assets/index-${name}.js"></script>`;
const idle = () => false;
const reload = vi.fn();

beforeEach(() => {
  (window as any).happyDOM.settings.handleDisabledFileLoadingAsSuccess = true; // scripts are not run here
  sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal("location", { ...location, reload });
  document.head.innerHTML = page("old");
  document.body.innerHTML = "";
  delete document.body.dataset.page;
  vi.stubGlobal("fetch", vi.fn(async () => new Response(page("new"))));
});

describe("after reconnecting", () => {
  test("an outdated page reloads itself once", async () => {
    await takeNewerPage(idle);
    await takeNewerPage(idle);
    expect(reload).toHaveBeenCalledOnce();
  });

  test.each([
    ["the page is the same", async () => new Response(page("old"))],
    ["the server is in trouble", async () => new Response(page("new"), { status: 502 })],
    ["the server can't be reached", () => Promise.reject(new TypeError("network"))],
    ["something else answers", async () => new Response("<h1>Wi-Fi login</h1>")],
  ])("it stays where %s", async (_, answer) => {
    vi.stubGlobal("fetch", answer);
    await takeNewerPage(idle);
    expect(reload).not.toHaveBeenCalled();
  });

  test("it waits for commands, text being typed, dialogs and forms", async () => {
    vi.useFakeTimers();
    let busy = true;
    const taken = takeNewerPage(() => busy);
    const steps = [
      () => (busy = false, document.body.innerHTML = "<textarea></textarea>", document.querySelector("textarea")!.value = "hello"),
      () => (document.body.innerHTML = "<dialog open></dialog>"),
      () => (document.body.innerHTML = "", document.body.dataset.page = "New"),
      () => (document.body.dataset.page = "Table"),
    ];
    for (const step of steps) {
      await vi.advanceTimersByTimeAsync(3000);
      expect(reload).not.toHaveBeenCalled();
      step();
    }
    await vi.advanceTimersByTimeAsync(3000);
    await taken;
    expect(reload).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
