import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeStream, maxUnread, type Stream } from './stream.ts';

let server: Server;
let response: ServerResponse;
let reader: Socket;

beforeEach(async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  server = createServer((_request, reply) => answered.resolve(reply)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined);
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  response = await answered.promise;
});

afterEach(async () => {
  reader.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const position = (eventId: number) => ({ eventId, horizon: '1', seconds: 1 });
const event = (eventId: number) => ({ position: position(eventId), type: 'a.b', ids: {}, to: [1] });

function open(onSlow = () => undefined, onClosed: (stream: Stream) => void = () => undefined): Stream {
  return makeStream({ userId: 1, loginId: 1, response, headers: { 'x-own': 'yes' }, onSlow, onClosed });
}

async function readAll(): Promise<string> {
  let text = '';
  reader.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  reader.resume();
  await new Promise((done) => reader.once('close', done));
  return text;
}

describe('a stream', () => {
  it('holds events back until it has started, and leaves out those already sent', async () => {
    const stream = open();
    stream.deliver(event(1));
    stream.deliver(event(2));
    expect(response.headersSent).toBe(false);
    stream.begin('data: first\n\n', new Set([1]));
    stream.deliver(event(3));
    stream.close();
    const text = await readAll();
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).toMatch(/content-type: text\/event-stream/i);
    expect(text).toMatch(/cache-control: no-store/i);
    expect(text).toMatch(/x-accel-buffering: no/i);
    expect(text).toMatch(/x-own: yes/i);
    expect(text.match(/data: first|id: \d+/g)).toEqual(['data: first', 'id: 2', 'id: 3']);
  });

  it('is disconnected when its reader leaves more than 256 KB unread (security W6)', async () => {
    const onSlow = vi.fn();
    const onClosed = vi.fn();
    const stream = open(onSlow, onClosed);
    stream.begin('', new Set());
    const text = `data: ${'x'.repeat(1000)}\n\n`;
    let most = 0;
    for (let written = 0; stream.isOpen() && written < 200_000; written += 1) {
      stream.write(text);
      if (stream.isOpen()) most = Math.max(most, response.writableLength);
      if (written % 50 === 0) await turn();
    }
    expect(onSlow).toHaveBeenCalledOnce();
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(stream);
    expect(most).toBeLessThanOrEqual(maxUnread);
    expect(response.destroyed).toBe(true);
    stream.write(text);
    stream.close();
    await turn();
    expect(onClosed).toHaveBeenCalledOnce();
  });

  it('leaves the response untouched when closed before it started', () => {
    const onClosed = vi.fn();
    open(undefined, onClosed).close();
    expect(response.headersSent).toBe(false);
    expect(response.writableEnded).toBe(false);
    expect(onClosed).toHaveBeenCalledOnce();
  });

  it('ends with its reader', async () => {
    const closed = new Promise<Stream>((done) => open(undefined, done).begin('', new Set()));
    reader.destroy();
    expect((await closed).isOpen()).toBe(false);
  });
});
