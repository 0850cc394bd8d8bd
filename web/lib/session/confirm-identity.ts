import { textOf } from '#web/lib/i18n/i18n.ts';
import { CallError, isCallError } from '#web/lib/http/call-error.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { passwordKey, passwordWanted } from '#shared/wire/envelope.ts';

/** Repeats the call with a password. Returns what was wrong with it, null once no password is needed any more. */
export type Attempt = (password: string) => Promise<string | null>;
/** Asks for passwords until an attempt returns null; false when the user cancels. */
type Ask = (reason: string, attempt: Attempt) => Promise<boolean>;

let ask: Ask | null = null;

/** The dialog that asks (web/ui/identity-dialog.tsx). */
export function onIdentityAsked(handle: Ask): () => void {
  ask = handle;
  return () => {
    if (ask === handle) ask = null;
  };
}

/**
 * Makes a call; when the server requires a confirmed identity, asks for the own password and repeats the call with it
 * (security N11). The password is not stored.
 * @throws CallError `aborted` with 已取消操作 when the user cancels
 */
export async function withIdentity<T>(
  endpoint: Endpoint,
  input: object,
  send: (input: object) => Promise<T>,
): Promise<T> {
  try {
    return await send(input);
  } catch (error) {
    if (!ask || !takesPassword(endpoint) || !isPasswordWanted(error)) throw error;
    return await askAndRepeat(ask, error.msg, (password) => send({ ...input, [passwordKey]: password }));
  }
}

async function askAndRepeat<T>(asking: Ask, reason: string, send: (password: string) => Promise<T>): Promise<T> {
  let repeated: Promise<T> | null = null;
  const attempt: Attempt = async (password) => {
    const sending = send(password);
    try {
      await sending;
    } catch (error) {
      if (isPasswordWanted(error)) return error.msg;
    }
    repeated = sending;
    return null;
  };
  await asking(reason, attempt);
  if (repeated === null) throw new CallError('aborted', textOf('action.cancelled'));
  return repeated;
}

const takesPassword = ({ input }: Endpoint): boolean =>
  Object.hasOwn((input as { readonly shape?: object }).shape ?? {}, passwordKey);

const isPasswordWanted = (error: unknown): error is CallError =>
  isCallError(error) && (error.detail as { ask?: unknown } | null | undefined)?.ask === passwordWanted.ask;
