// Sensitive steps ask for a password or passkey where the server requires it.
import { describe, expect, test, vi } from "vitest";
import { refusal } from "../../src/lib/server/api";
import { proofAsked, proven } from "../../src/lib/server/proof.svelte";

const prove = refusal("serve.prove_again", {}, 403);

/** A step that is refused until it was proven. */
const sensitive = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(prove).mockResolvedValue("done");

/** Wait until the dialog is asked for, and settle it. */
async function settle(given: boolean): Promise<void> {
  await vi.waitFor(() => expect(proofAsked()).not.toBeNull());
  proofAsked()!.settle(given);
}

describe("a sensitive step", () => {
  test("is carried out at once where no proof is required", async () => {
    expect(await proven(async () => "done")).toBe("done");
    expect(proofAsked()).toBeNull();
  });

  test("is carried out again once there is proof", async () => {
    const step = sensitive();
    const done = proven(step);
    await settle(true);
    expect(await done).toBe("done");
    expect(step).toHaveBeenCalledTimes(2);
    expect(proofAsked()).toBeNull();
  });

  test("is refused without proof, and not carried out again", async () => {
    const step = sensitive();
    const done = expect(proven(step)).rejects.toBe(prove);
    await settle(false);
    await done;
    expect(step).toHaveBeenCalledOnce();
  });

  test("gives way to a later one that asks", async () => {
    const given = expect(proven(sensitive())).rejects.toBe(prove);
    await vi.waitFor(() => expect(proofAsked()).not.toBeNull());
    const later = proven(sensitive());
    await given;
    await settle(true);
    expect(await later).toBe("done");
  });

  test.each([["another refusal", refusal("serve.too_fast")], ["an error of the program", new TypeError("oops")]])("passes on %s", async (_, problem) => {
    await expect(proven(() => Promise.reject(problem))).rejects.toBe(problem);
    expect(proofAsked()).toBeNull();
  });
});
