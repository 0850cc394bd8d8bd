import { readAnswer } from '#web/lib/http/answer.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { eventReader, type StreamEvent } from '#web/lib/push/event-stream.ts';
import { renew, usableToken } from '#web/lib/session/renewal.ts';
import { announceEnd } from '#web/lib/session/session-end.ts';
import { pushCalls, pushTypes, type PushMessage } from '#shared/platform/push-calls.ts';

/** The server sends something every 20 s (security W6); silence means that the connection is gone. */
const maxSilence = 50_000;
const shortestPause = 1000;
const longestPause = 60_000;
/** The streams of somebody whose rights have changed are ended within a second, and theirs alone. */
const pauseAfterRights = 300;
const endsAfterRights = 3000;

/** Keeps a stream open until `signal` ends it, and reconnects. `lastId` says where to continue; `onEvent` what an event says. */
export async function keepStream(
  signal: AbortSignal,
  lastId: () => string,
  onEvent: (event: StreamEvent) => PushMessage | null,
): Promise<void> {
  let pause = shortestPause;
  let soonUntil = 0;
  const heard = (event: StreamEvent) => {
    pause = shortestPause;
    if (onEvent(event)?.type === pushTypes.rights) soonUntil = Date.now() + endsAfterRights;
  };
  while (!signal.aborted) {
    try {
      await readStream(signal, lastId(), heard);
    } catch (error) {
      if (signal.aborted) return;
      if (isCallError(error) && error.code === 302) {
        announceEnd('revoked');
        return;
      }
    }
    // so that not all pages reconnect at once after a restart of the server
    const wanted = Date.now() < soonUntil ? pauseAfterRights : pause;
    await sleep(wanted * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

async function readStream(signal: AbortSignal, lastId: string, onEvent: (event: StreamEvent) => void): Promise<void> {
  const token = await usableToken();
  if (!token) return;
  const silence = new AbortController();
  const guard = () => setTimeout(() => silence.abort(), maxSilence);
  let timer = guard();
  try {
    const response = await fetch(`/api/${pushCalls.stream.path}`, {
      headers: {
        authorization: `Bearer ${token.value}`,
        'x-requested-with': 'jianye',
        ...(lastId !== '' && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!isStream(response) || !response.body) {
      await refusal(response, token.value);
      return;
    }
    const read = eventReader(onEvent);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = guard();
      read(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

const isStream = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('text/event-stream');

/** An old token is renewed for the next attempt; the caller handles everything else. */
async function refusal(response: Response, token: string): Promise<void> {
  try {
    await readAnswer(pushCalls.stream, response);
  } catch (error) {
    if (!isCallError(error) || error.code !== 401) throw error;
    if (!(await renew(token))) announceEnd('revoked');
  }
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
