import type { ServerResponse } from 'node:http';
import { messageText, type StoredEvent } from '#server/platform/push/event.ts';

/** A reader that leaves more than this unread is disconnected, in bytes (security W6). */
export const maxUnread = 256 * 1024;
/** What an ended stream may still deliver, in milliseconds (security A15: closed within 1 s). */
const farewell = 300;

export interface Stream {
  readonly userId: number;
  readonly loginId: number;
  readonly isOpen: () => boolean;
  /** Held back until the stream has started. */
  readonly deliver: (event: StoredEvent) => void;
  readonly write: (text: string) => void;
  /** Sends the headers and `opening`, then what was held back except the events in `known`. */
  readonly begin: (opening: string, known: ReadonlySet<number>) => void;
  readonly close: () => void;
}

export interface StreamOptions {
  readonly userId: number;
  readonly loginId: number;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly onSlow: () => void;
  /** Once, whatever closed it. */
  readonly onClosed: (stream: Stream) => void;
}

/** One open page. It never waits for its reader: up to 256 KB are buffered, then the stream ends. */
export function makeStream({ userId, loginId, response, headers, onSlow, onClosed }: StreamOptions): Stream {
  let isOpen = true;
  let held: StoredEvent[] | null = [];

  const over = () => {
    if (!isOpen) return;
    isOpen = false;
    held = [];
    onClosed(stream);
  };
  // a write to a broken connection; 'close' follows
  response.on('error', over);
  response.on('close', over);

  const stream: Stream = {
    userId,
    loginId,
    isOpen: () => isOpen,
    deliver: (event) => {
      if (held) held.push(event);
      else stream.write(messageText(event.type, event.ids, event.position));
    },
    write: (text) => {
      if (!isOpen || !response.headersSent) return;
      response.write(text);
      if (response.writableLength <= maxUnread) return;
      onSlow();
      over();
      response.destroy();
    },
    begin: (opening, known) => {
      response.writeHead(200, { ...headers, ...streamHeaders });
      stream.write(opening);
      const waiting = held ?? [];
      held = null;
      for (const event of waiting) if (!known.has(event.position.eventId)) stream.deliver(event);
    },
    close: () => {
      over();
      // Before the headers are sent the route answers with an error instead.
      if (!response.headersSent) return;
      response.end();
      setTimeout(() => response.destroy(), farewell).unref();
    },
  };
  return stream;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // reverse proxies pass each message on at once
  'x-accel-buffering': 'no',
  // an ended stream releases its connection, so that the server can stop
  connection: 'close',
} as const;
