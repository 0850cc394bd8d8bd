import { languageHeader } from '#shared/i18n/language.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import { CallError } from '#web/lib/http/call-error.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

const base = '/api/';
/** Milliseconds (R25.2). */
const standardTimeout = 15_000;
const fileTimeout = 60_000;

export interface Transmission {
  readonly token?: string | undefined;
  /** Sent as the multipart part `file`. */
  readonly file?: Blob | undefined;
  /** Share of the file that has been sent, or has come, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Sends one request and returns its answer, whatever it is. Throws `CallError` when there is none. */
export async function transmit(endpoint: Endpoint, input: object, transmission: Transmission): Promise<Response> {
  const timeout = new AbortController();
  const milliseconds =
    transmission.timeoutMs ?? (endpoint.upload || endpoint.answer === 'file' ? fileTimeout : standardTimeout);
  const timer = setTimeout(() => timeout.abort(), milliseconds);
  const signal = transmission.signal ? AbortSignal.any([timeout.signal, transmission.signal]) : timeout.signal;
  try {
    const response = transmission.file
      ? await sendFile(endpoint, input, transmission, signal)
      : await fetch(base + endpoint.path + queryOf(endpoint, input), {
          method: endpoint.method,
          headers: headersOf(endpoint, transmission),
          body: endpoint.method === 'GET' ? null : JSON.stringify(input),
          credentials: usesCookie(endpoint) ? 'same-origin' : 'omit',
          cache: 'no-store',
          signal,
        });
    // the timeout covers the body too
    return new Response(await bodyOf(response, transmission), { status: response.status, headers: response.headers });
  } catch (error) {
    if (transmission.signal?.aborted) throw new CallError('aborted', '');
    if (timeout.signal.aborted) throw new CallError('timeout', textOf('call.timeout'));
    throw error instanceof CallError ? error : new CallError('network', textOf('call.offline'));
  } finally {
    clearTimeout(timer);
  }
}

/** The whole body; the share of a file that has come is reported where its size is known. */
async function bodyOf(response: Response, { file, onProgress }: Transmission): Promise<Blob> {
  const size = Number(response.headers.get('content-length'));
  if (file || !onProgress || !response.body || !response.ok || !(size > 0)) return response.blob();
  const parts: BlobPart[] = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
    parts.push(value);
    received += value.byteLength;
    onProgress(Math.min(1, received / size));
  }
}

/** The login sets the refresh cookie, refresh and logout read it; business calls know the header only (security W2). */
const usesCookie = (endpoint: Endpoint): boolean => endpoint.cookie || endpoint.access === 'public';

function headersOf(endpoint: Endpoint, { token, file, idempotencyKey }: Transmission): Record<string, string> {
  return {
    ...(endpoint.method === 'POST' && !file && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    [languageHeader]: preferences().language,
    // no form or picture of another site can send this one (security W2)
    'x-requested-with': 'jianye',
  };
}

function queryOf(endpoint: Endpoint, input: object): string {
  if (endpoint.method !== 'GET') return '';
  const query = new URLSearchParams(present(input)).toString();
  return query === '' ? '' : `?${query}`;
}

/** Forms and queries support text only: lists of ids are sent as `3,7` (R3.6). */
const present = (input: object): [string, string][] =>
  Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  );

/** fetch does not report upload progress, XMLHttpRequest does. */
function sendFile(
  endpoint: Endpoint,
  input: object,
  transmission: Transmission,
  signal: AbortSignal,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of present(input)) form.append(name, value);
  if (transmission.file) form.append('file', transmission.file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, base + endpoint.path);
    for (const [name, value] of Object.entries(headersOf(endpoint, transmission)))
      request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) transmission.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve(answerOf(request)));
    for (const name of ['error', 'abort'] as const) request.addEventListener(name, () => reject(new TypeError(name)));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(new TypeError('abort'));
    else request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}
