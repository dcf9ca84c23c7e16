// Sensitive steps ask again for a password or passkey, and continue once it was given.
import { Refusal } from "./api";

interface Asked {
  settle: (proven: boolean) => void;
}

let asked = $state.raw<Asked | null>(null);

/** The step that waits for proof, for which a dialog asks. */
export function proofAsked(): Asked | null {
  return asked;
}

/** Carry out a step; if the server requires recent proof, ask for it and retry. */
export async function proven<T>(what: () => Promise<T>): Promise<T> {
  try {
    return await what();
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.why.key !== "serve.prove_again") throw problem;
    if (!(await ask())) throw problem;
    return what();
  }
}

function ask(): Promise<boolean> {
  asked?.settle(false);
  return new Promise((settled) => {
    asked = {
      settle: (given) => {
        asked = null;
        settled(given);
      },
    };
  });
}
