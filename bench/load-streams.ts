import { get, type ClientRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Streams {
  readonly open: number;
  /** Refused with another status than 200, or ended before their time. */
  readonly lost: () => number;
  /** From here on `hear` is called for each message: its type, and the index of the token that received it. */
  readonly onMessage: (hear: (type: string, place: number) => void) => void;
  readonly close: () => void;
}

/** Opens a push stream for each token, fifty at once, and keeps them. */
export async function openStreams(port: number, tokens: readonly string[]): Promise<Streams> {
  const calls: ClientRequest[] = [];
  let isClosing = false;
  let lost = 0;
  let open = 0;
  let hear: (type: string, place: number) => void = () => undefined;
  const one = (token: string, place: number) =>
    new Promise<void>((done) => {
      const over = () => {
        if (!isClosing) lost += 1;
        done();
      };
      const call = get(
        { host: '127.0.0.1', port, path: '/push/stream', headers: { 'admin-token': token }, agent: false },
        (answer) => {
          if (answer.headers['content-type']?.startsWith('text/event-stream') !== true) {
            answer.resume();
            return over();
          }
          open += 1;
          answer.setEncoding('utf8').on('data', (text: string) => {
            for (const [, type = ''] of text.matchAll(/"type":"([\w.]+)"/g)) hear(type, place);
          });
          answer.on('error', () => undefined);
          answer.on('close', over);
          done();
        },
      );
      call.on('error', over);
      calls.push(call);
    });
  for (let at = 0; at < tokens.length; at += 50) {
    await Promise.all(tokens.slice(at, at + 50).map((token, step) => one(token, at + step)));
  }
  return {
    open,
    lost: () => lost,
    onMessage: (listener) => (hear = listener),
    close: () => {
      isClosing = true;
      for (const call of calls) call.destroy();
    },
  };
}

export interface SlowSockets {
  /** Milliseconds after which the server ended each, so far. */
  readonly ended: () => readonly number[];
  readonly close: () => void;
}

/** Sockets that send a byte of a header, or of a body, every two seconds and never come to an end. */
export function openSlowSockets(port: number, kind: 'header' | 'body', count: number): SlowSockets {
  const ending = new AbortController();
  const ended: number[] = [];
  const opening =
    kind === 'header'
      ? 'POST /login HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '
      : 'POST /login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{"a":"';
  const drip = async (socket: Socket) => {
    while (!ending.signal.aborted && !socket.destroyed) {
      await sleep(2000, undefined, { signal: ending.signal }).catch(() => undefined);
      if (socket.writable) socket.write('x');
    }
    socket.destroy();
  };
  for (let at = 0; at < count; at += 1) {
    const socket = connect(port, '127.0.0.1');
    const start = performance.now();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!ending.signal.aborted) ended.push(performance.now() - start);
    });
    socket.on('end', () => socket.destroy());
    socket.resume();
    socket.write(opening);
    void drip(socket);
  }
  return { ended: () => ended, close: () => ending.abort() };
}
