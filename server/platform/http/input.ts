import { z } from 'zod';
import { namesForLog } from '#server/platform/log/plain-error.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { camelCase } from '#shared/record/field.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';

/** Unwraps optional, default, nullable and preprocess to the schema that has the keys. */
function core(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = schema._zod.def as { type: string; innerType?: z.core.$ZodType; out?: z.core.$ZodType };
  if (definition.innerType) return core(definition.innerType);
  if (definition.type === 'pipe' && definition.out) return core(definition.out);
  return schema;
}

/** Requests may use snake_case or camelCase for the same key (R3.3): renames what the schema knows in the other case. */
function withSchemaCase(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = core(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => withSchemaCase(inner.element, item));
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  const shape = inner.shape as Record<string, z.core.$ZodType>;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    const known = Object.hasOwn(shape, key) ? key : camelCase(key);
    // every object has `toString` and the like
    const target = Object.hasOwn(shape, known) ? shape[known] : undefined;
    if (target === undefined) copy[key] = item;
    else if (!Object.hasOwn(copy, known) || known === key) copy[known] = withSchemaCase(target, item);
  }
  return copy;
}

/** Keys of the body that the schema does not know; dropped by the parse and logged (security G3), at most twenty. */
export function unknownKeys(schema: z.core.$ZodType, value: unknown): string[] {
  const inner = core(schema);
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = inner.shape as Record<string, unknown>;
  return namesForLog(Object.keys(value).filter((key) => !Object.hasOwn(shape, key)));
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);

/** What a call requires of its caller, and the language to report it in. */
interface Asked {
  readonly ids: Readonly<Record<string, string>>;
  readonly language: Language;
}

/** Parses a request by its contract; the first problem becomes an error that names the field. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  body: unknown,
  { ids, language }: Asked = { ids: {}, language: 'cn' },
): z.output<S> {
  const input = withSchemaCase(schema, body);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const own = issue?.code === 'custom' ? (issue.params as { code?: unknown } | undefined)?.code : undefined;
  if (isErrorCode(own)) throw new AppError(own);
  const field = issue?.path.map(String).join('.') ?? '';
  const subject = ids[field];
  if (subject !== undefined && isMessageKey(subject) && isAbsent(input, field))
    throw new AppError('input.id', { name: translate(language, subject) });
  throw new AppError(field === '' ? 'input.invalid' : 'input.field', { field: field.slice(0, 80) });
}

/** Empty text means "no value" (R3.5). */
function isAbsent(input: unknown, key: string): boolean {
  const value = (input as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return value === undefined || value === null || value === '';
}
