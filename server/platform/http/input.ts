import { z } from 'zod';
import { namesForLog } from '#server/platform/log/plain-error.ts';
import { isMessageKey } from '#shared/i18n/translate.ts';
import { camelCase } from '#shared/record/field.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { AppError, type ErrorCode, type ErrorParams } from '#shared/wire/error-codes.ts';

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

/** Parses a request by its contract; the first problem becomes an error that names what people call the parameter. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  body: unknown,
  ids: Readonly<Record<string, string>> = {},
): z.output<S> {
  const input = withSchemaCase(schema, body);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw problemOf(result.error.issues, input, ids);
}

function problemOf(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  ids: Readonly<Record<string, string>>,
): AppError {
  const [issue] = issues;
  const own = issue?.code === 'custom' ? (issue.params as { code?: unknown } | undefined)?.code : undefined;
  if (isErrorCode(own)) return new AppError(own);
  if (issue === undefined || issue.path.length === 0) return new AppError('input.invalid');
  const path = issue.path.map(String);
  const subject = ids[path.filter((key) => !/^\d+$/.test(key)).join('.')];
  const about = { parameter: path.join('.').slice(0, 200), ...(subject === undefined ? {} : { subject }) };
  if (isAbsent(valueAt(input, path)))
    return new AppError(subject !== undefined && isMessageKey(subject) ? 'input.id' : 'field.required', about);
  return limitError(issues, about) ?? new AppError('input.field', about);
}

/** A value beyond a limit, which the message tells. Texts have two limits, of which the smaller is meant for people. */
function limitError(issues: readonly z.core.$ZodIssue[], about: ErrorParams): AppError | null {
  const [first] = issues;
  if (first?.code === 'too_small' && first.origin === 'number' && first.inclusive)
    return new AppError('input.too_small', { ...about, min: Number(first.minimum) });
  if (first?.code !== 'too_big') return null;
  const here = issues.filter((issue) => issue.path.join('.') === first.path.join('.'));
  const max = Math.min(...here.flatMap((issue) => (issue.code === 'too_big' ? [Number(issue.maximum)] : [])));
  if (first.origin === 'string') return new AppError('field.too_long', { ...about, max });
  if (first.origin === 'array') return new AppError('input.too_many', { ...about, max });
  return new AppError('input.too_big', { ...about, max });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined;
  return at;
}

/** Empty text means "no value" (R3.5). */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';
