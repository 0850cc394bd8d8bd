import type { SheetRow } from './cell.ts';
import type { ParseRequest, ParseResult } from './sheet-parser.ts';
import { SheetError, type SheetErrorCode, type SheetErrorParams } from './sheet-error.ts';

export interface SheetJob {
  request: ParseRequest;
  /** Only so many rows are passed on; the others are only counted. */
  rowsWanted: number;
}

/** From the worker. Each batch waits to be acknowledged; at most `maxAhead` may be in transit. */
export type WorkerMessage =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'counted'; rows: number }
  | { kind: 'done'; result: ParseResult }
  | { kind: 'refused'; code: SheetErrorCode; params: SheetErrorParams; cause: string }
  | { kind: 'failed'; message: string; code: string };

export const maxAhead = 4;

export function failureMessage(error: unknown): WorkerMessage {
  if (error instanceof SheetError) {
    const { code, params, cause } = error;
    return { kind: 'refused', code, params, cause: cause instanceof Error ? (cause.stack ?? cause.message) : '' };
  }
  const { message, code } = error as NodeJS.ErrnoException;
  return { kind: 'failed', message, code: code ?? '' };
}

export function failureOf(message: Extract<WorkerMessage, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'failed') return Object.assign(new Error(message.message), { code: message.code });
  return new SheetError(message.code, message.params, message.cause === '' ? {} : { cause: message.cause });
}
