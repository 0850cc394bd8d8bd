import { createServer } from 'node:http';
import { errorCodes } from '#shared/error-codes.ts';
import { answerLanguage } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';

export interface StartingDoor {
  /** The port that is held. */
  readonly port: number;
  /** Gives the port free. Safe to repeat. */
  readonly close: () => Promise<void>;
}

/**
 * Holds the port while the product starts and answers everything with 503, so that a port that is taken ends the start
 * before anything is made. Rejects with the error of the system.
 */
export async function openStartingDoor(port: number, host: string): Promise<StartingDoor> {
  const code = errorCodes['http.unavailable'];
  const server = createServer((request, response) => {
    const msg = translate(answerLanguage(request.headers), 'http.unavailable');
    response.writeHead(code, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'retry-after': '2',
      connection: 'close',
    });
    response.end(JSON.stringify({ code, msg }));
    request.resume();
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host }, () => {
      server.off('error', fail);
      done();
    });
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
