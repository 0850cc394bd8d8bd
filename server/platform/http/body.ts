import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';

const maxDepth = 8;
const maxNodes = 20_000;
const maxFormKeys = 500;
/** Names that reach into prototypes or type readers (security X5). */
const forbidden = new Set(['__proto__', 'constructor', 'prototype', '@type']);

/** Content types are matched whole: anything odd about them is refused (security X5). */
const accepted = [
  /^application\/json(?:; ?charset=utf-8)?$/i,
  /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i,
  /^multipart\/form-data; ?boundary="?[\w'()+,./:=?-]{1,70}"?$/i,
];
export const isAcceptedType = (contentType: string): boolean => accepted.some((pattern) => pattern.test(contentType));

/** Copies parsed JSON into objects without prototype, counting nodes and depth. */
function plain(value: unknown, depth: number, budget: { nodes: number }): unknown {
  if (--budget.nodes < 0 || depth > maxDepth) throw new AppError('input.shape');
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw new AppError('input.shape');
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1, budget));
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    if (forbidden.has(key)) throw new AppError('input.shape');
    copy[key] = plain((value as Record<string, unknown>)[key], depth + 1, budget);
  }
  return copy;
}

export function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return Object.create(null) as Record<string, unknown>;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('input.shape');
  }
  const copy = plain(value, 1, { nodes: maxNodes });
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) throw new AppError('input.shape');
  return copy as Record<string, unknown>;
}

/** A flat form: no brackets are read into objects, no name comes twice. */
export function parseForm(text: string): Record<string, unknown> {
  const form = Object.create(null) as Record<string, unknown>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > maxFormKeys || forbidden.has(name) || Object.hasOwn(form, name) || value.includes('\u0000')) {
      throw new AppError('input.shape');
    }
    form[name] = value;
  }
  return form;
}

/** Installs the body readers: JSON, form, and no body at all (reference §1). Multipart is read by upload routes. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const typed =
    (parse: (text: string) => Record<string, unknown>) =>
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
