/** A JSON Schema as the document has it. */
export type Schema = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Schema>>;

/** Deeper parts are left out; most of what lies deeper contains itself. */
const deepest = 6;

/** The schema that a reference leads to. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const target = schema['$ref'];
  if (typeof target !== 'string') return schema;
  return schemas[target.slice(target.lastIndexOf('/') + 1)] ?? {};
}

export const partsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;

/** The shape of an answer, line by line, as a developer reads it. */
export const shapeOf = (schema: Schema | undefined, schemas: Schemas): string =>
  schema ? lineOf(schema, schemas, '', 0) : '';

function lineOf(given: Schema, schemas: Schemas, indent: string, depth: number): string {
  const schema = resolved(given, schemas);
  if (depth > deepest) return '…';
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (either) return either.map((one) => lineOf(one, schemas, indent, depth + 1)).join(' | ');
  if (schema['type'] === 'array') return `[${lineOf((schema['items'] ?? {}) as Schema, schemas, indent, depth + 1)}]`;
  const parts = Object.entries(partsOf(schema));
  if (parts.length === 0) return typeName(schema);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const inner = `${indent}  `;
  const lines = parts.map(([name, part]) => {
    const mark = required.has(name) ? '' : '?';
    return `${inner}${name}${mark}: ${lineOf(part, schemas, inner, depth + 1)}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Of a value without parts. */
export function typeName(schema: Schema): string {
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const']);
  const options = schema['enum'] as readonly unknown[] | undefined;
  if (options) return options.map((option) => JSON.stringify(option)).join(' | ');
  const type = schema['type'];
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
}
