/** An error as the log stores it. */
export interface PlainError {
  readonly type: string;
  readonly message: string;
  /** The SQLSTATE or system code; not named `code`, because a `code` may be a secret and is removed. */
  readonly errorCode?: string | number;
  readonly constraint?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly cause?: PlainError;
}

const deepest = 4;

/**
 * The text of an error without user input: the database's `detail`, `where` and query contain values, and so do some
 * messages (security O6).
 */
export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(frames.length > 0 ? { stack: frames.map((line) => line.trim()).join('\n') } : {}),
    ...(error.cause !== undefined && depth < deepest ? { cause: plainError(error.cause, depth + 1) } : {}),
  };
}

/**
 * Names that a client made up, such as unknown keys of a body: few and short, so that they cannot carry secrets into a
 * log.
 */
export const namesForLog = (names: readonly string[]): string[] =>
  names.slice(0, 20).map((name) => withoutNumbers(name).slice(0, 60));

const withoutSecrets = (message: string): string => withoutNumbers(message.slice(0, 2000).replace(/: "[^]*"/, ': "…"'));

/** Long numbers keep their ends, tokens are removed. */
const withoutNumbers = (text: string): string =>
  text
    .replace(/[A-Za-z0-9_-]{43,}/g, '[removed]')
    .replace(/\d{7,}/g, (digits) => `${digits.slice(0, 3)}***${digits.slice(-2)}`);
