// The playback of moves, sounds, and what is loaded later.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { later } from "../../src/lib/lazy";
import { holdOf, Player, type Cue } from "../../src/lib/table/playback.svelte";
import { choose } from "../../src/lib/settings.svelte";

const PACE = 300; // ms, of a normal movement
const HOLD = PACE * holdOf("");
const step = (scene: unknown, beat = "", arrive?: () => void): Cue => ({ scene, beat, ...(arrive && { arrive }) });

beforeEach(() => {
  vi.useFakeTimers();
  choose({ motion: "normal" });
});
afterEach(() => vi.useRealTimers());

describe("a player", () => {
  test("shows each step for its duration, then calls rest once", () => {
    const player = new Player();
    const rest = vi.fn();
    player.show("before");
    player.play([step("one", "run"), step("two")], rest);
    expect([player.scene, player.beat, player.playing, player.pace]).toEqual(["one", "run", true, PACE]);
    vi.advanceTimersByTime(HOLD);
    expect([player.scene, player.beat]).toEqual(["two", ""]);
    expect(rest).not.toHaveBeenCalled();
    vi.advanceTimersByTime(HOLD);
    expect([player.playing, rest.mock.calls.length]).toEqual([false, 1]);
  });

  test("holds steps that have to be read longer", () => expect(holdOf("count")).toBe(4 * holdOf("run")));

  test("queues further steps, and calls only the latest rest", () => {
    const player = new Player();
    const [first, second] = [vi.fn(), vi.fn()];
    player.play([step("one")], first);
    player.play([step("two")], second);
    expect(player.scene).toBe("one");
    vi.runAllTimers();
    expect([player.scene, first.mock.calls.length, second.mock.calls.length]).toEqual(["two", 0, 1]);
  });

  test("spends no time on steps without a scene", () => {
    const player = new Player();
    const heard: string[] = [];
    player.show("board");
    player.play([step(null, "", () => heard.push("hello")), step(null, "", () => heard.push("again"))], () => heard.push("rest"));
    expect(heard).toEqual(["hello", "again", "rest"]);
    expect(player.scene).toBe("board");
    expect(player.canReplay).toBe(false);
  });

  test.each([3, 10, 16, 24])("plays %i steps of others in under five seconds, none too short to follow", (count) => {
    const player = new Player();
    let [time, left] = [0, count];
    const rest = () => (left > 0 ? player.play([step(left--)], rest) : undefined);
    player.play(Array.from({ length: Math.ceil(count / 2) }, () => step(left--)), rest); // the rest comes one by one
    for (; player.playing; time += 1) {
      expect(player.pace).toBeGreaterThan(PACE * 0.25);
      vi.advanceTimersByTime(1);
    }
    expect(time).toBeLessThan(5000);
    player.play([step("slow again")], () => {});
    expect(player.pace < PACE).toBe(count > 8);
    player.refresh();
    player.stop();
    player.play([step("after my turn")], () => {});
    expect(player.pace).toBe(PACE);
  });

  test("runs all remaining steps when skipped", () => {
    const player = new Player();
    const heard: number[] = [];
    const rest = vi.fn();
    player.play([1, 2, 3].map((one) => step(one, "run", () => heard.push(one))), rest);
    player.skip();
    player.skip();
    vi.runAllTimers();
    expect([heard, rest.mock.calls.length, player.playing, player.beat]).toEqual([[1, 2, 3], 1, false, ""]);
  });

  test("takes no time with motion off or in a hidden tab", () => {
    const player = new Player();
    const rest = vi.fn();
    choose({ motion: "off" });
    player.play([step("one"), step("two")], rest);
    choose({ motion: "normal" });
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    player.play([step("three")], rest);
    expect([player.scene, rest.mock.calls.length, player.pace]).toEqual(["three", 2, 0]);
    hidden.mockRestore();
  });

  test("replays the last steps without their side effects", () => {
    const player = new Player();
    const heard = vi.fn();
    player.show("before");
    player.play([step("one", "run", heard), step("two")], () => {});
    expect(player.canReplay).toBe(false); // it is still being played
    vi.runAllTimers();
    for (let time = 0; time < 2; time++) {
      expect(player.canReplay).toBe(true);
      const seen: unknown[] = [];
      player.replay(() => seen.push("rest"));
      for (; player.playing; vi.advanceTimersByTime(HOLD)) seen.push(player.scene);
      expect(seen).toEqual(["before", "one", "two", "rest"]);
    }
    expect(heard).toHaveBeenCalledOnce();
  });

  test("never calls rest once stopped", () => {
    const player = new Player();
    const rest = vi.fn();
    player.play([step("one"), step("two")], rest);
    player.stop();
    vi.runAllTimers();
    expect([player.scene, player.playing, rest.mock.calls.length]).toEqual(["one", false, 0]);
    new Player().replay(rest); // nothing was played
    expect(rest).not.toHaveBeenCalled();
  });
});

describe("deferred imports", () => {
  test("are fetched when the page is idle", async () => {
    const load = vi.fn(async () => "dialog");
    const found = later(load);
    expect(load).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(load).toHaveBeenCalledOnce();
    expect(await found()).toBe("dialog");
  });

  test("are fetched again on demand if that failed", async () => {
    const load = vi.fn(async () => "dialog").mockRejectedValueOnce(new TypeError("offline"));
    const found = later(load);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await found()).toBe("dialog");
  });
});

describe("sounds", () => {
  /** A browser's sound, which notes what it is asked for. */
  function orchestra(state = "running") {
    const started: { kind: string; at: number; pitch: number | undefined }[] = [];
    const param = () => ({ setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
    const source = (kind: string) =>
      class {
        frequency = param();
        gain = param();
        constructor(_: unknown, readonly how: { frequency?: number }) {}
        connect = <Node>(to: Node) => to;
        start = (at: number) => void started.push({ kind, at, pitch: this.how.frequency });
        stop = vi.fn();
      };
    const resume = vi.fn(async () => {});
    const clock = { time: 1 };
    vi.stubGlobal("AudioContext", class {
      state = state;
      sampleRate = 8000;
      destination = {};
      resume = resume;
      get currentTime() {
        return clock.time;
      }
      createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
    });
    vi.stubGlobal("OscillatorNode", source("tone"));
    vi.stubGlobal("AudioBufferSourceNode", source("noise"));
    vi.stubGlobal("BiquadFilterNode", source("filter"));
    vi.stubGlobal("GainNode", source("gain"));
    return { started, resume, clock };
  }

  test.each([
    ["wood", 2], ["thud", 2], ["dice", 6], ["card", 1], ["water", 1], ["turn", 2],
  ] as const)("%s is made of %d", async (name, count) => {
    vi.resetModules();
    const { started } = orchestra();
    const { play } = await import("../../src/lib/sound/synth");
    play(name);
    expect(started).toHaveLength(count);
    expect(started.every(({ at }) => at >= 1 && at < 1.5)).toBe(true);
  });

  test("plays a sound once per moment, and resumes a suspended audio context", async () => {
    vi.resetModules();
    const { started, resume, clock } = orchestra("suspended");
    const { play } = await import("../../src/lib/sound/synth");
    play("card");
    play("card");
    expect([started.length, resume.mock.calls.length]).toEqual([1, 2]);
    clock.time = 2;
    play("card");
    expect(started).toHaveLength(2);
  });

  test("stays silent, and loads nothing, unless sound is on and the tab visible", async () => {
    vi.resetModules();
    const play = vi.fn();
    vi.doMock("../../src/lib/sound/synth", () => ({ play }));
    const { sound } = await import("../../src/lib/sound/sound");
    const { choose: set } = await import("../../src/lib/settings.svelte");
    const heard = async () => {
      sound("wood");
      sound(null);
      await vi.dynamicImportSettled();
      return play.mock.calls.length;
    };
    set({ sound: false });
    expect(await heard()).toBe(0);
    set({ sound: true });
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    expect(await heard()).toBe(0);
    hidden.mockRestore();
    expect(await heard()).toBe(1);
    vi.doUnmock("../../src/lib/sound/synth");
  });
});
