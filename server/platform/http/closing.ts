import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What clients with open connections have time to hear that these end, in milliseconds. */
const notice = 300;
/** Beyond the 12 s of a statement; a download or upload that takes longer is cut (security D15: 20 s in all). */
const longestWait = 13_000;

/**
 * Lets a server that closes go: while it does, every reply ends its connection, and connections that fall idle are
 * closed. Otherwise a client that keeps its connection would hold the server for its whole keep-alive time.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    return payload;
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return;
    await sleep(notice);
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    const rest = setTimeout(() => app.server.closeAllConnections(), longestWait);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(rest);
    });
  });
}
