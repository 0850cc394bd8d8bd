import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#web/lib/query-client.ts';
import type { StreamEvent } from '#web/lib/push/event-stream.ts';
import { keepStream } from '#web/lib/push/push-stream.ts';
import { pushTypes, type PushMessage } from '#shared/platform/push-calls.ts';

type Handler = (message: PushMessage) => void;

const handlers = new Map<string, Set<Handler>>();
let lastId = '';

/** Calls `handler` for each message of a type while the component is shown. Messages may come twice. */
export function usePush(type: string, handler: Handler): void {
  const handle = useEffectEvent(handler);
  useEffect(() => onPush(type, (message) => handle(message)), [type]);
}

function onPush(type: string, handler: Handler): () => void {
  const set = handlers.get(type) ?? new Set();
  handlers.set(type, set.add(handler));
  return () => set.delete(handler);
}

/**
 * Listens until the returned function is called. All tabs share one stream: a browser opens at most six connections to
 * a server, so a stream in each tab would starve the calls of the seventh. The tab that holds the lock reads and
 * forwards; when it closes, the next one continues where it stopped.
 */
export function startPush(): () => void {
  const ending = new AbortController();
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') {
    void keepStream(ending.signal, () => lastId, receive);
    return () => ending.abort();
  }
  const channel = new BroadcastChannel('push');
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => receive(data));
  const lead = () =>
    keepStream(
      ending.signal,
      () => lastId,
      (event) => {
        channel.postMessage(event);
        return receive(event);
      },
    );
  // refused only when aborted while waiting
  navigator.locks.request('push-stream', { signal: ending.signal }, lead).catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
  };
}

function receive(event: StreamEvent): PushMessage | null {
  if (event.id !== '') lastId = event.id;
  const message = parse(event.data);
  if (!message) return null;
  if (message.type === pushTypes.resync) void queryClient.invalidateQueries();
  for (const handler of handlers.get(message.type) ?? []) handler(message);
  return message;
}

function parse(data: string): PushMessage | null {
  try {
    const message = JSON.parse(data) as Partial<PushMessage> | null;
    return typeof message?.type === 'string' ? { type: message.type, ids: message.ids ?? {} } : null;
  } catch {
    return null;
  }
}
