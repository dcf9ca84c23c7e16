import { beforeEach, describe, expect, test, vi } from "vitest";
import { followLinks, go, route } from "../src/lib/router.svelte";

const ID = "0123456789abcdef".repeat(2);

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  go("/", { replace: true });
});

test.each([
  ["/", "Home", ""],
  ["/new/chess", "New", "chess"],
  ["/new/chess/", "New", "chess"],
  [`/table/${ID}`, "Table", ID],
  ["/rules/go", "Rules", "go"],
  ["/learn/checkers", "Learn", "checkers"],
  [`/replay/${ID}`, "Replay", ID],
  [`/review/${ID}`, "Review", ID],
  [`/verify/${ID}`, "Verify", ID],
  ["/verify", "Verify", ""],
  ["/account", "Account", ""],
  ["/people/3f-x_9", "People", "3f-x_9"],
  ["/leaderboard/backgammon", "Leaderboard", "backgammon"],
  ["/about/", "About", ""],
  ["/new/chess", "New", "chess"], // whether there is such a game is found out later
  ["/new/Chess!", "Missing", ""],
  ["/table/123", "Missing", ""],
  [`/table/${ID.toUpperCase()}`, "Missing", ""],
  [`/table/${ID}/x`, "Missing", ""],
  ["/people/", "Missing", ""],
  ["//", "Missing", ""],
])("%s shows %s %s", (address, page, id) => {
  history.replaceState(null, "", `https://table.example${address}`);
  dispatchEvent(new PopStateEvent("popstate"));
  go(`https://table.example${address}`, { replace: true });
  expect([route().page, route().id]).toEqual([page, id]);
});

test("parameters after ? and #", () => {
  go("/rules/chess?from=table&x=%20#M13");
  expect(route().query.get("from")).toBe("table");
  expect(route().query.get("x")).toBe(" ");
  expect(route().hash).toBe("M13");
  go("/rules/chess#%C3%A9gal");
  expect(route().hash).toBe("égal");
  go("/rules/chess#100%");
  expect(route().hash).toBe("100%"); // misspelt: as it is
});

describe("scrolling", () => {
  test("goes to the top of another page", () => {
    go("/about");
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });

  test.each(["/?a=1", "/rules/chess#M13"])("does not change for %s", (address) => {
    go(address);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test("does not change when an address is replaced", () => {
    const length = history.length;
    go("/about", { replace: true });
    expect(scrollTo).not.toHaveBeenCalled();
    expect(history.length).toBe(length);
  });
});

describe("links", () => {
  followLinks();

  /** Clicks a link; whether the page stays and shows what it leads to. */
  function follows(html: string, click: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    const target = document.querySelector("a *") ?? document.querySelector("a")!;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...click });
    // Where the page does not follow, the browser must not go away in a test.
    const stay = (one: Event) => one.preventDefault();
    let prevented = false;
    addEventListener("click", (one) => ((prevented = one.defaultPrevented), stay(one)), { once: true });
    target.dispatchEvent(event);
    return prevented;
  }

  test("within the site are handled by the page", () => {
    expect(follows(`<a href="/about"><b>About</b></a>`)).toBe(true);
    expect(route().page).toBe("About");
  });

  test.each([
    [`<a href="https://elsewhere.example/">away</a>`, {}],
    [`<a href="/about" target="_self">anew</a>`, {}],
    [`<a href="/about" download>file</a>`, {}],
    [`<a href="/api/me/export">file</a>`, {}],
    [`<a href="/#games">down</a>`, {}],
    [`<a>no link</a>`, {}],
    [`<a href="/about">in a tab</a>`, { ctrlKey: true }],
    [`<a href="/about">in a tab</a>`, { metaKey: true }],
    [`<a href="/about">in a window</a>`, { shiftKey: true }],
    [`<a href="/about">saved</a>`, { altKey: true }],
    [`<a href="/about">middle button</a>`, { button: 1 }],
  ])("%s %j is the browser's", (html, click) => {
    expect(follows(html, click)).toBe(false);
    expect(route().page).toBe("Home");
  });

  test("ignores a click that was handled already", () => {
    document.body.innerHTML = `<a href="/about">About</a>`;
    const link = document.querySelector("a")!;
    link.addEventListener("click", (event) => event.preventDefault());
    link.click();
    expect(route().page).toBe("Home");
  });

  test("work with back and forward", () => {
    go("/about");
    history.replaceState(null, "", "/account");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(route().page).toBe("Account");
  });
});
