// Passkeys, and the offline shell.
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../src/lib/server/api";
import { canPasskey, loginByPasskey, registerPasskey } from "../src/lib/server/passkeys";
import { isKept, keepPage } from "../src/lib/offline";
import { speakLanguage } from "../src/lib/words.svelte";

vi.mock("../src/pages/Home.svelte", () => ({ default: {} }));

beforeAll(() => speakLanguage("en"));

describe("passkeys", () => {
  const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;
  class Key {
    id = "-_8";
    type = "public-key";
    authenticatorAttachment = "platform";
    rawId = buffer(251, 255);
    response = { clientDataJSON: buffer(1), signature: buffer(255, 254, 253), userHandle: null };
    getClientExtensionResults = () => ({ credProps: { rk: true } });
  }
  const credentials = { create: vi.fn(), get: vi.fn() };
  const me = { id: "1" };

  beforeEach(() => {
    vi.stubGlobal("PublicKeyCredential", Key);
    vi.stubGlobal("isSecureContext", true);
    Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
    credentials.create.mockReset();
    credentials.get.mockReset();
  });

  test("need a browser that supports them, and a secure context", () => {
    expect(canPasskey()).toBe(true);
    vi.stubGlobal("isSecureContext", false);
    expect(canPasskey()).toBe(false);
  });

  test("are created from the server's options, and encoded as base64url", async () => {
    vi.spyOn(api, "beginPasskey").mockResolvedValue({
      publicKey: { challenge: "AQID-_8", user: { id: "AA", name: "Ada" }, excludeCredentials: [{ id: "_w", type: "public-key" }] },
    });
    const finish = vi.spyOn(api, "finishPasskey").mockResolvedValue(me as never);
    credentials.create.mockResolvedValue(new Key());
    expect(await registerPasskey()).toBe(me);
    const { publicKey } = credentials.create.mock.lastCall![0];
    expect([...publicKey.challenge]).toEqual([1, 2, 3, 251, 255]);
    expect([...publicKey.user.id]).toEqual([0]);
    expect([...publicKey.excludeCredentials[0].id]).toEqual([255]);
    const [what, body] = finish.mock.lastCall! as [string, any];
    expect(what).toBe("register");
    expect(body.name.length).toBeLessThanOrEqual(60);
    expect(body.credential).toEqual({
      id: "-_8", rawId: "-_8", type: "public-key", authenticatorAttachment: "platform",
      clientExtensionResults: { credProps: { rk: true } },
      response: { clientDataJSON: "AQ", signature: "__79" },
    });
  });

  test("sign in to an account", async () => {
    vi.spyOn(api, "beginPasskey").mockResolvedValue({ challenge: "AQ" });
    const finish = vi.spyOn(api, "finishPasskey").mockResolvedValue(me as never);
    credentials.get.mockResolvedValue(new Key());
    expect(await loginByPasskey()).toBe(me);
    expect(credentials.get.mock.lastCall![0].publicKey.allowCredentials).toEqual([]);
    expect(finish.mock.lastCall![0]).toBe("login");
  });

  test.each([
    ["the player declines", () => Promise.reject(new DOMException("no", "NotAllowedError"))],
    ["the browser has none", () => Promise.resolve(null)],
  ])("sends nothing where %s", async (_, found) => {
    vi.spyOn(api, "beginPasskey").mockResolvedValue({ challenge: "AQ" });
    const finish = vi.spyOn(api, "finishPasskey");
    credentials.get.mockImplementation(found);
    await expect(loginByPasskey()).rejects.toMatchObject({ why: { key: "after.passkey_none" } });
    expect(finish).not.toHaveBeenCalled();
  });
});

describe("use without a connection", () => {
  test("keeps the files of the page, and the games and rules of the server", async () => {
    const [register, postMessage] = [vi.fn(async () => {}), vi.fn()];
    const value = { register, ready: Promise.resolve({ active: { postMessage } }), controller: {} };
    Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
    vi.stubGlobal("fetch", async () => new Response('["assets/a-1.js"]'));
    await keepPage();
    expect(register).toHaveBeenCalledWith("https://table.example/service-worker.js");
    const { keep } = postMessage.mock.calls[0]![0] as { keep: string[] };
    expect(keep.slice(0, 3)).toEqual(["", "assets/a-1.js", "api/games"].map((file) => `https://table.example/${file}`));
    expect(keep.slice(3).every((url) => /\/api\/rules\/[a-z]+\/(en|fr)$/.test(url))).toBe(true);
    expect(isKept()).toBe(true);
  });

  test("does nothing without service workers", async () => {
    Reflect.deleteProperty(navigator, "serviceWorker");
    await expect(keepPage()).resolves.toBeUndefined();
    expect(isKept()).toBe(false);
  });
});
