import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A service on this machine that does what the test says. */
export interface FakeTarget {
  /** `host:port`, to be listed as a private host. */
  readonly host: string;
  readonly url: string;
  readonly received: Received[];
  answer: (received: Received, response: ServerResponse) => void;
  readonly close: () => void;
}

export async function openFakeTarget(): Promise<FakeTarget> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      target.answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target: FakeTarget = {
    host,
    url: `http://${host}`,
    received,
    answer: (_received, response) => answerJson(response, { ok: true }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return target;
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
