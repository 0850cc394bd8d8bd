import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Names whose values never reach a log (security O6). */
const secret = [
  'password',
  'oldPwd',
  'newPwd',
  'token',
  'refresh_token',
  'refreshToken',
  'access_token',
  'authorization',
  'cookie',
  'code',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** One log a process: JSON lines on standard error, line breaks escaped, secrets removed. */
export function openLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.filter((path) => path !== 'code'), censor: '[removed]' },
      serializers: { err: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
