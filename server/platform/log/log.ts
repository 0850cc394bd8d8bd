import { pino, type DestinationStream, type Logger } from 'pino';
import { plainError } from '#server/platform/log/plain-error.ts';

export type Log = Logger;

/** Names whose values never reach a log (security O6). */
const secret = [
  'password',
  'oldPwd',
  'newPwd',
  'currentPassword',
  'token',
  'refresh_token',
  'refreshToken',
  'access_token',
  'authorization',
  'cookie',
  'code',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** One log a process: JSON lines on standard error, line breaks escaped, secrets removed. */
export function openLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret, censor: '[removed]' },
      serializers: { err: plainError },
    },
    destination ?? standardError(),
  );
}

/** Bytes that wait for a disk or reader that takes no lines; later ones are dropped. */
const mostWaiting = 1024 * 1024;

/** A log that cannot be written costs lines, and nothing else (security D10): writing goes on once there is room. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: false, maxLength: mostWaiting });
  stream.on('error', () => undefined);
  const flush = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    try {
      flush();
    } catch {
      // the end of the process: nobody is left to tell
    }
  };
  return stream;
}
