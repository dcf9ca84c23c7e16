// Sensitive steps ask again for a password or passkey; the step goes on once one was given.
import { Refusal } from "./api";

interface Asked {
  settle: (proven: boolean) => void;
}

let asked = $state.raw<Asked | null>(null);

/** Who waits for a proof: a dialog asks for it. */
export function proofAsked(): Asked | null {
  return asked;
}

/** Does something; if the server wants a fresh proof first, asks for it and does it again. */
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
