import type { FastifyReply } from 'fastify';
import { AppError, errorCodes, transportCodes } from '#shared/wire/error-codes.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Log } from '#server/platform/log/log.ts';

/** PostgreSQL's and the network's words for "not now". */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '53300',
  '25006',
]);
const diskFull = new Set(['ENOSPC', '53100', '53200']);

/** What any thrown thing means to a user: our own errors as they are, faults of the database by kind, the rest as 500. */
export function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error;
  const fault = error as { code?: string; statusCode?: number; message?: string };
  const code = fault.code ?? '';
  if (diskFull.has(code)) return new AppError('http.disk_full');
  if (
    unavailable.has(code) ||
    code === '57014' ||
    /timeout exceeded when trying to connect|Connection terminated/i.test(fault.message ?? '')
  ) {
    log.warn({ err: error, requestId }, 'database not available');
    return new AppError('http.unavailable');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || fault.statusCode === 413) return new AppError('http.too_large');
  if (fault.statusCode === 415 || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('http.content_type');
  if (fault.statusCode === 400) return new AppError('input.shape');
  log.error({ err: error, requestId }, 'unexpected failure');
  return new AppError('server.failed', { id: requestId });
}

/** Sends an error in the envelope. Only refusals of the transport use the HTTP status (security §0). */
export function sendError(reply: FastifyReply, error: AppError, language: Language): FastifyReply {
  const code = errorCodes[error.code];
  const body = {
    code,
    msg: translate(language, error.code, error.params),
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
  return reply
    .status(transportCodes.has(error.code) ? code : 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
