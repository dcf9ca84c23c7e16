// Passkeys: convert the server's JSON to the browser's bytes, and back.
import { api, refusal } from "./api";
import { deviceName } from "./deviceNames";
import type { Me } from "../wire";

const LONGEST_NAME = 60;

/** Whether this browser supports passkeys, which need https or localhost. */
export function canPasskey(): boolean {
  return "PublicKeyCredential" in globalThis && isSecureContext;
}

/** Create a passkey on this device, named after the device. */
export async function registerPasskey(): Promise<Me> {
  const asked = await api.beginPasskey("register");
  const publicKey = asked.publicKey ?? asked;
  const found = await shown(() =>
    navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        user: { ...publicKey.user, id: bytes(publicKey.user.id) },
        excludeCredentials: (publicKey.excludeCredentials ?? []).map(described),
      },
    }),
  );
  const name = deviceName(navigator.userAgent).slice(0, LONGEST_NAME);
  return api.finishPasskey<Me>("register", { name, credential: spelt(found) });
}

/** Sign in with a passkey. */
export const loginByPasskey = () => usePasskey<Me>("login");

/** Prove who I am with a passkey of my account. */
export const proveByPasskey = () => usePasskey<void>("proof");

async function usePasskey<T>(what: "login" | "proof"): Promise<T> {
  const asked = await api.beginPasskey(what);
  const publicKey = asked.publicKey ?? asked;
  const found = await shown(() =>
    navigator.credentials.get({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        allowCredentials: (publicKey.allowCredentials ?? []).map(described),
      },
    }),
  );
  return api.finishPasskey<T>(what, { credential: spelt(found) });
}

async function shown(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null = null;
  try {
    found = await ask();
  } catch {
    // the browser has told its user why; treat it as cancelled
  }
  if (!(found instanceof PublicKeyCredential)) throw refusal("after.passkey_none");
  return found;
}

function described(key: { id: string; type: "public-key" }): PublicKeyCredentialDescriptor {
  return { ...key, id: bytes(key.id) };
}

function spelt(found: PublicKeyCredential): unknown {
  const response: Record<string, unknown> = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const value = (found.response as any)[name] as ArrayBuffer | null | undefined;
    if (value) response[name] = text(value);
  }
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    authenticatorAttachment: found.authenticatorAttachment,
    clientExtensionResults: found.getClientExtensionResults(),
    response,
  };
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
