import type { Log } from '#server/platform/log/log.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError, type ErrorParams } from '#shared/wire/error-codes.ts';

/** An unsupported area code is logged with its sender (R10.2). */
export function logUnsupported(log: Pick<Log, 'error'>, type: RecordType, { unsupported }: ErrorParams): void {
  if (unsupported !== undefined) log.error({ type: type.name, areaCode: unsupported }, 'an area code is not supported');
}

/** Runs the work; a refusal because of an area code is logged too. */
export async function noticingUnsupported<T>(
  log: Pick<Log, 'error'>,
  type: RecordType,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) logUnsupported(log, type, error.params);
    throw error;
  }
}
