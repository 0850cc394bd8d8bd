import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One address before several processes of the product, as a reverse proxy would be. */
export interface Balancer {
  readonly url: string;
  /** Answered requests by the address that answered. */
  readonly answered: () => ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/**
 * Hands each request to the next process in turn, whoever sends it. A process that refuses the connection is passed
 * over: nothing was sent to it. Where a connection breaks later nobody knows what became of the request, so the client
 * is told by breaking its own.
 */
export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  const answered = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const ask = (url: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      const { host: _name, connection: _hop, ...headers } = incoming.headers;
      const call = request(`${url}${incoming.url ?? '/'}`, { agent, method: incoming.method, headers });
      call.on('response', done);
      call.on('error', fail);
      call.end(body);
    });

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const first = (turn += 1);
    for (let tries = 0; tries < urls.length; tries += 1) {
      const url = urls[(first + tries) % urls.length] ?? '';
      try {
        const response = await ask(url, incoming, body);
        answered.set(url, (answered.get(url) ?? 0) + 1);
        const { connection: _hop, 'keep-alive': _time, 'transfer-encoding': _coding, ...headers } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, headers);
        outgoing.flushHeaders();
        outgoing.on('close', () => response.destroy());
        response.on('error', () => outgoing.destroy());
        response.pipe(outgoing);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      }
    }
    throw new Error('no process answers');
  };

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
