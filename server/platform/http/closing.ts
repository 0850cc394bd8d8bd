import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that clients with open connections have to learn that these end. */
const notice = 300;
/** Longer than the 12 s of a statement; a download or upload that takes longer is cut (security D15: 20 s in all). */
const longestWait = 13_000;

/**
 * Makes a closing server finish: every reply then ends its connection, and idle connections are closed. Otherwise a
 * client that keeps its connection would hold the server for its whole keep-alive time.
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
    // the server stops listening in this very turn
    await allRead();
  });
}

/** A turn of the event loop shorter than this has processed almost nothing, in milliseconds. */
const quietTurn = 1;
const mostTurns = 200;

/**
 * Resolves right after an idle turn of the event loop. Closing then cuts off no request that has arrived but is not
 * read yet, on a connection that looks idle or has not been accepted.
 */
async function allRead(): Promise<void> {
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < quietTurn) return;
  }
}
