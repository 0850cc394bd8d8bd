import { z } from 'zod';
import { schemaMark } from '#shared/record/record-row.ts';

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 takes as it is. */
export type Schema = Record<string, unknown>;

/** Schemas that others point to, by their name below `#/components/schemas/`. */
export type Components = Record<string, Schema>;

/**
 * The JSON Schema of a contract's input or output. Parts that contain themselves go to `components` under `name`, since
 * one document has one place for them.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, components: Components): Schema {
  const {
    $schema: _draft,
    $defs: inner = {},
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const names = new Map(Object.keys(inner as Components).map((key, at) => [`#/$defs/${key}`, `${name}${at + 1}`]));
  if (pointsToItself(own)) names.set('#', name);
  for (const [key, part] of Object.entries(inner as Components))
    components[names.get(`#/$defs/${key}`) ?? key] = renamed(part, names) as Schema;
  const result = renamed(own, names) as Schema;
  if (!names.has('#')) return result;
  components[name] = result;
  return { $ref: refOf(name) };
}

export const refOf = (name: string): string => `#/components/schemas/${name}`;

const pointsToItself = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => (key === '$ref' && value === '#') || pointsToItself(value));

/** With references to where things stand in the document; what a contract marks stands there once, whoever contains it. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const mark = (value as Schema)[schemaMark];
  if (typeof mark === 'string') return { $ref: refOf(mark) };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const target = key === '$ref' && typeof item === 'string' ? names.get(item) : undefined;
      return [key, target === undefined ? renamed(item, names) : refOf(target)];
    }),
  );
}
