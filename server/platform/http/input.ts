import { z } from 'zod';
import { namesForLog } from '#server/platform/log/plain-error.ts';
import { camelCase } from '#shared/record/field.ts';
import { AppError, type ErrorCode, errorCodes } from '#shared/wire/error-codes.ts';

/** Looks through optional, default, nullable and preprocess to the schema that names keys. */
function core(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = schema._zod.def as { type: string; innerType?: z.core.$ZodType; out?: z.core.$ZodType };
  if (definition.innerType) return core(definition.innerType);
  if (definition.type === 'pipe' && definition.out) return core(definition.out);
  return schema;
}

/** Requests may use snake_case or camelCase for the same key (design §3): renames what the schema knows in the other case. */
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
    const target = shape[known];
    if (target === undefined) copy[key] = item;
    else if (!Object.hasOwn(copy, known) || known === key) copy[known] = withSchemaCase(target, item);
  }
  return copy;
}

/** Keys of the body that the schema does not know: dropped by the parse, named in the log (security §0); not more than twenty. */
export function unknownKeys(schema: z.core.$ZodType, value: unknown): string[] {
  const inner = core(schema);
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = inner.shape as Record<string, unknown>;
  return namesForLog(Object.keys(value).filter((key) => !Object.hasOwn(shape, key)));
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCodes, code);

/** Parses a request by its contract; the first problem becomes an error that names the field. */
export function parseInput<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(withSchemaCase(schema, body));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const own = issue?.code === 'custom' ? (issue.params as { code?: unknown } | undefined)?.code : undefined;
  if (isErrorCode(own)) throw new AppError(own);
  const field = issue?.path.map(String).join('.') ?? '';
  throw new AppError(field === '' ? 'input.invalid' : 'input.field', { field: field.slice(0, 80) });
}
