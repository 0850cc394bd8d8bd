import type { FastifyReply } from 'fastify';
import { withParameterName } from '#server/platform/http/parameter-name.ts';
import { codeExpired, codeRevoked } from '#shared/wire/envelope.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { AppError, transportCodes, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Log } from '#server/platform/log/log.ts';

/** Codes of PostgreSQL, the network and a file store that mean temporarily unavailable. */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
  // the disk of the files was removed or became read-only (security D10)
  'EIO',
  'EROFS',
  'ESTALE',
  'ENOTCONN',
  'ENODEV',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '25P03',
  '08000',
  '08006',
  '08003',
  '08001',
  '53200',
  '53300',
  '58030',
  '25006',
]);
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100']);
/**
 * Connections that ended during or before a statement, or could not be opened (security D11); these errors have no
 * code.
 */
const lostConnection = /timeout exceeded when trying to connect|Connection terminated|is not queryable/i;

interface Fault {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message?: string;
  readonly syscall?: string;
}

function isUnavailable({ code = '', message = '', syscall }: Fault): boolean {
  // a missing socket means that the database is down; any other missing file is a bug of ours
  if (code === 'ENOENT') return syscall === 'connect';
  return unavailable.has(code) || lostConnection.test(message);
}

/**
 * Turns any thrown error into one for the user: AppErrors unchanged, database errors by kind, everything else as 500.
 */
export function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error;
  const fault = error as Fault;
  const code = fault.code ?? '';
  if (diskFull.has(code)) {
    log.error({ err: error, requestId }, 'the disk is full');
    return new AppError('http.disk_full');
  }
  if (isUnavailable(fault)) {
    log.warn({ err: error, requestId }, 'database or file store not available');
    return new AppError('http.unavailable');
  }
  // a number or time that does not fit its column
  if (code === '22003' || code === '22007' || code === '22008') return new AppError('input.invalid');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || fault.statusCode === 413) return new AppError('http.too_large');
  if (fault.statusCode === 415 || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('http.content_type');
  if (fault.statusCode === 400) return new AppError('input.shape');
  // a folder or a hidden file below the static pages: not found, like everything else that is not served
  if (fault.statusCode === 403 || fault.statusCode === 404) return new AppError('http.not_found');
  // another transaction held the row for longer than lock_timeout, or every retry collided (security C8)
  if (code === '55P03' || code === '40P01' || code === '40001') return new AppError('http.unavailable');
  log.error({ err: error, requestId }, 'unexpected failure');
  return new AppError('server.failed', { id: requestId });
}

/** Clients treat HTTP 401 as the end of the login (R4.8), so these codes stay in the envelope everywhere. */
const ofTheSession: ReadonlySet<number> = new Set([codeExpired, codeRevoked]);

/** Problems whose messages stand beside their field in a form, and name none. */
const besideField: ReadonlySet<ErrorCode> = new Set(['field.money', 'field.number']);

/** What an error says in an answer, where nothing stands beside it: also which field it is about. */
function messageOf({ code, params }: AppError, language: Language): string {
  const reason = translate(language, code, withParameterName(language, params));
  const name = params['name'];
  return besideField.has(code) && name !== undefined ? translate(language, 'lines.value', { name, reason }) : reason;
}

/**
 * Sends an error in the envelope. Refusals of the transport use the HTTP status, and with `byStatus` also those of
 * files (security G1).
 */
export function sendError(
  reply: FastifyReply,
  error: AppError,
  language: Language,
  { byStatus = false }: { readonly byStatus?: boolean } = {},
): FastifyReply {
  const code = errorCodes[error.code];
  const isStatus = transportCodes.has(error.code) || (byStatus && !ofTheSession.has(code));
  const body = {
    code,
    msg: messageOf(error, language),
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
  return reply
    .status(isStatus ? code : 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
