import type { Endpoint } from '#shared/wire/endpoint.ts';

/**
 * Keys of calls without an answer so far, by path and body. A user who presses Save again after a lost connection sends
 * the same key, so nothing is created twice; a changed form gets a new key (security C1).
 */
const unanswered = new Map<string, string>();
const maxRemembered = 50;

/** The key to send, undefined for calls without one. */
export function takeKey(endpoint: Endpoint, input: object, file?: Blob): string | undefined {
  if (!endpoint.idempotent) return undefined;
  const { unless } = endpoint.idempotent;
  if (unless !== null && hasValue(input, unless.split('.'))) return undefined;
  const identity = identityOf(endpoint, input, file);
  const key = unanswered.get(identity) ?? newKey();
  unanswered.delete(identity);
  unanswered.set(identity, key);
  const oldest = unanswered.keys().next().value;
  if (unanswered.size > maxRemembered && oldest !== undefined) unanswered.delete(oldest);
  return key;
}

/** The server has answered: the next call of this kind gets a new key, even with the same content. */
export function releaseKey(endpoint: Endpoint, input: object, file?: Blob): void {
  unanswered.delete(identityOf(endpoint, input, file));
}

/** A file counts as the same by name, size and time: reading it would take too long. */
function identityOf(endpoint: Endpoint, input: object, file: Blob | undefined): string {
  const attached = file instanceof File ? [file.name, file.size, file.lastModified] : [file?.size];
  return `${endpoint.path}\n${JSON.stringify([input, ...attached])}`;
}

function hasValue(input: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return input !== undefined && input !== null && input !== '' && input !== 0;
  return typeof input === 'object' && input !== null && hasValue((input as Record<string, unknown>)[name], rest);
}

/** Not `randomUUID`: browsers offer it over https only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
