import { announceError } from '#web/lib/feedback.ts';
import { readAnswer, readFile, type FileAnswer } from '#web/lib/http/answer.ts';
import { CallError, isCallError } from '#web/lib/http/call-error.ts';
import { releaseKey, takeKey } from '#web/lib/http/idempotency.ts';
import { transmit, type Transmission } from '#web/lib/http/transport.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { withIdentity } from '#web/lib/session/confirm-identity.ts';
import { renew, usableToken } from '#web/lib/session/renewal.ts';
import { announceEnd } from '#web/lib/session/session-end.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/wire/endpoint.ts';
import { codeExpired, codeRevoked } from '#shared/wire/envelope.ts';

export interface CallOptions {
  /** No toast on failure: for calls that the user did not start, and where the page shows the error itself. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  /** Milliseconds; 15 s, or 60 s for files, by default (R25.2). */
  readonly timeoutMs?: number;
}

/** Makes a call and returns its data. Throws `CallError`, after showing a toast unless `quiet`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const read = (response: Response) => readAnswer(endpoint, response);
  return (await perform(endpoint, input as object, options, options, read)) as OutputOf<E>;
}

/** As `call`, with a file. `onProgress` gets the share sent, 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  onProgress?: (share: number) => void,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const read = (response: Response) => readAnswer(endpoint, response);
  return (await perform(endpoint, input as object, { ...options, file, onProgress }, options, read)) as OutputOf<E>;
}

/** Requests a file and returns it. */
export function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  onProgress?: (share: number) => void,
): Promise<FileAnswer> {
  return perform(endpoint, input as object, { ...options, onProgress }, options, readFile);
}

/**
 * Requests a file and saves it under `options.saveAs`, or the server's name; the name is returned. `onProgress` gets the
 * share that has come.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { saveAs, ...options }: CallOptions & { readonly saveAs?: string } = {},
  onProgress?: (share: number) => void,
): Promise<string> {
  const { blob, name: given } = await fetchFile(endpoint, input, options, onProgress);
  const name = saveAs ?? given;
  saveBlob(blob, name);
  return name;
}

/** Saves a file for the user under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser must have started reading it
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type Read<T> = (response: Response) => Promise<T>;

async function perform<T>(
  endpoint: Endpoint,
  input: object,
  transmission: Transmission,
  options: CallOptions,
  read: Read<T>,
): Promise<T> {
  try {
    return await withIdentity(endpoint, input, (sent) => exchange(endpoint, sent, transmission, read));
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (isSessionEnd(endpoint, error)) announceEnd(error.status === 401 ? 'refused' : 'revoked');
    else if (options.quiet !== true && error.fault !== 'aborted' && error.msg !== '')
      announceError(aboutFile(transmission.file, error.msg));
    throw error;
  }
}

/** A refused file is named: it may have been one of several, or have been chosen a while ago. */
const aboutFile = (file: Blob | undefined, reason: string): string =>
  file instanceof File ? textOf('widget.file_refused', { name: file.name, reason }) : reason;

async function exchange<T>(endpoint: Endpoint, input: object, transmission: Transmission, read: Read<T>): Promise<T> {
  const idempotencyKey = takeKey(endpoint, input, transmission.file);
  try {
    const answer = await authorised(endpoint, (token) =>
      transmit(endpoint, input, { ...transmission, token, idempotencyKey }).then(read),
    );
    releaseKey(endpoint, input, transmission.file);
    return answer;
  } catch (error) {
    if (isCallError(error) && error.fault === 'answer' && error.status < 500)
      releaseKey(endpoint, input, transmission.file);
    throw error;
  }
}

const isSessionEnd = (endpoint: Endpoint, error: CallError): boolean =>
  endpoint.access !== 'public' && (error.code === codeExpired || error.code === codeRevoked || error.status === 401);

/** Sends with the token; after code 401 repeats once with a new one (R4.8). */
async function authorised<T>(endpoint: Endpoint, send: (token?: string) => Promise<T>): Promise<T> {
  if (endpoint.access === 'public') return send();
  const token = await usableToken();
  try {
    return await send(token?.value);
  } catch (error) {
    if (!token || !isCallError(error) || error.code !== codeExpired || error.status === 401) throw error;
    const renewed = await renew(token.value);
    if (!renewed) throw error;
    return send(renewed.value);
  }
}
