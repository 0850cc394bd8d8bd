import { isForPrograms } from '#shared/admin/programs/abilities.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeExpired, codeRevoked } from '#shared/wire/envelope.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { transportCodes, type ErrorCode } from '#shared/wire/error-codes.ts';
import { refOf, type Schema } from '#server/openapi/schemas.ts';

const always: readonly ErrorCode[] = [
  'input.field',
  'input.too_small',
  'input.too_big',
  'input.too_many',
  'field.required',
  'field.too_long',
  'input.shape',
  'server.failed',
  'http.content_type',
  'http.too_large',
  'http.too_many',
  'http.unavailable',
  'http.disk_full',
];
const ofTheLogin: readonly ErrorCode[] = [
  'session.required',
  'session.expired',
  'session.revoked',
  'session.password_change',
];

/** What any call like this one may answer, whatever it does. */
export const generalCodes = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...always,
  ...(endpoint.access === 'public' ? [] : ofTheLogin),
  ...(isForPrograms(endpoint) ? (['program.beyond'] as const) : []),
  ...(endpoint.access === 'public' || endpoint.access === 'login' ? [] : (['access.denied'] as const)),
  ...(endpoint.cookie ? (['http.origin'] as const) : []),
  ...(endpoint.idempotent ? (['input.idempotency'] as const) : []),
  ...(endpoint.upload?.required === true ? (['file.missing'] as const) : []),
];

/** Codes with their messages, which clients show as they come. */
export const refusalsOf = (codes: readonly ErrorCode[], language: Language): Schema[] =>
  [...new Set(codes)].map((name) => ({ name, code: errorCodes[name], msg: translate(language, name) }));

/** Responses of HTTP statuses other than 200 (security G1). */
export function refusalResponses(
  endpoint: Endpoint,
  codes: readonly ErrorCode[],
  language: Language,
): Record<string, Schema> {
  const byStatus = (name: ErrorCode): boolean => {
    const isOfLogin = errorCodes[name] === codeExpired || errorCodes[name] === codeRevoked;
    return transportCodes.has(name) || (endpoint.refusesByStatus && !isOfLogin);
  };
  const statuses = new Map<number, ErrorCode[]>();
  for (const name of new Set(codes)) {
    if (byStatus(name)) statuses.set(errorCodes[name], [...(statuses.get(errorCodes[name]) ?? []), name]);
  }
  return Object.fromEntries(
    [...statuses].map(([status, names]) => [
      String(status),
      {
        description: names.map((name) => translate(language, name)).join(' · '),
        content: { 'application/json': { schema: { $ref: refOf('Refusal') } } },
      },
    ]),
  );
}
