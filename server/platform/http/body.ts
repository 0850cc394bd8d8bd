import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';
import { forbiddenKeys, isStorable, readJson } from '#shared/wire/plain-json.ts';

const maxFormKeys = 500;
/** Content types must match exactly; anything unusual is refused (security X5). */
const accepted = [
  /^application\/json(?:; ?charset=utf-8)?$/i,
  /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i,
  /^multipart\/form-data; ?boundary="?[\w'()+,./:=?-]{1,70}"?$/i,
];
const isAcceptedType = (contentType: string): boolean => accepted.some((pattern) => pattern.test(contentType));

/** What a body says: named parts, or a bare list, which few calls take (`partsOf`). */
export type Body = Record<string, unknown> | unknown[];

function parseJson(text: string): Body {
  if (text.trim() === '') return Object.create(null) as Record<string, unknown>;
  const value = readJson(text);
  if (typeof value !== 'object' || value === null) throw new AppError('input.shape');
  return value as Body;
}

/** The named parts of a body; a bare list is the part that the call names. @throws AppError `input.shape` */
export function partsOf(body: Body, bareList: string | null): Record<string, unknown> {
  if (!Array.isArray(body)) return body;
  if (bareList === null) throw new AppError('input.shape');
  return { [bareList]: body };
}

/** A flat form: no brackets are parsed into objects, and no name may occur twice. */
function parseForm(text: string): Record<string, unknown> {
  const form = Object.create(null) as Record<string, unknown>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > maxFormKeys || Object.hasOwn(form, name)) throw new AppError('input.shape');
    requireFlat(name, value);
    form[name] = value;
  }
  return form;
}

/** The same for the query string, which the framework has parsed: a repeated name is a list there. */
export function plainQuery(query: Record<string, unknown>): Record<string, string> {
  const plain = Object.create(null) as Record<string, string>;
  const entries = Object.entries(query);
  if (entries.length > maxFormKeys) throw new AppError('input.shape');
  for (const [name, value] of entries) plain[name] = requireFlat(name, value);
  return plain;
}

/** One field of a form, a query string or a multipart request. @throws AppError `input.shape` */
export function requireFlat(name: string, value: unknown): string {
  if (typeof value !== 'string' || forbiddenKeys.has(name) || !isStorable(value)) throw new AppError('input.shape');
  return value;
}

/** Installs the body readers: JSON, form, and no body at all (R3.2). Multipart is read by upload routes. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const typed =
    (parse: (text: string) => Body) =>
    (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, value?: unknown) => void) => {
      try {
        if (!isAcceptedType(request.headers['content-type'] ?? '')) throw new AppError('http.content_type');
        done(null, parse(String(body)));
      } catch (error) {
        done(error as Error);
      }
    };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, typed(parseJson));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, typed(parseForm));
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(new AppError('http.content_type'));
  });
}
