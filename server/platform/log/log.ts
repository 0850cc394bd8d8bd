import { pino, type DestinationStream, type Logger } from 'pino';
import { lineWriter } from '#server/platform/log/line-writer.ts';
import { plainError } from '#server/platform/log/plain-error.ts';

export type Log = Logger;

const standardError = lineWriter(2);

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
    destination ?? standardError,
  );
}
