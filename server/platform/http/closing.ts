import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
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
    const idle = setInterval(() => void allRead().then(() => app.server.closeIdleConnections()), 100);
    const rest = setTimeout(() => app.server.closeAllConnections(), longestWait);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(rest);
    });
    // the server stops to listen in this very turn
    await allRead();
  });
}

/** A turn of the event loop that is shorter than this has met next to nothing new, in milliseconds. */
const quietTurn = 1;
const mostTurns = 200;

/**
 * Comes back right after a turn of the event loop that found nothing to do. Whoever closes now breaks off no request
 * that has arrived but is not read yet: on a connection that looks idle, or one that nobody has accepted.
 */
async function allRead(): Promise<void> {
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < quietTurn) return;
  }
}
