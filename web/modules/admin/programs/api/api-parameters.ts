import { partsOf, resolved, typeName, type Schema, type Schemas } from './api-shape.ts';

/** A parameter of a call, or a part of one: `entity.customer_name`, `list[].id`. */
export interface ApiParameter {
  readonly name: string;
  readonly type: string;
  /** Lengths and limits, in signs that need no words; '' for none. */
  readonly bounds: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** A value that the call takes, for the example. */
  readonly sample: unknown;
}

const deepest = 3;
interface Query {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The parameters of a call: those of its body, or of its address where it is read by GET. */
export function parametersOf(body: Schema | undefined, query: readonly Query[], schemas: Schemas): ApiParameter[] {
  const inAddress = query.filter((one) => one.in === 'query');
  return [
    ...inAddress.flatMap(({ name, required, schema }) => listed(name, schema, required, schemas, 0)),
    ...(body ? partsIn('', body, schemas, 0) : []),
  ];
}

function partsIn(prefix: string, given: Schema, schemas: Schemas, depth: number): ApiParameter[] {
  const [schema = {}] = choicesOf(resolved(given, schemas), schemas);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries(partsOf(schema)).flatMap(([name, part]) =>
    listed(`${prefix}${name}`, part, required.has(name), schemas, depth),
  );
}

function listed(name: string, given: Schema, isRequired: boolean, schemas: Schemas, depth: number): ApiParameter[] {
  const schema = resolved(given, schemas);
  const choices = choicesOf(schema, schemas);
  const [first = schema] = choices;
  const isList = first['type'] === 'array';
  const items = isList ? resolved((first['items'] ?? {}) as Schema, schemas) : first;
  const type = isList ? `${typeName(items)}[]` : choices.map(typeName).join(' | ');
  const own: ApiParameter = {
    name,
    type,
    bounds: boundsOf(first),
    isRequired,
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    sample: sampleOf(first, schemas),
  };
  if (depth >= deepest) return [own];
  return [own, ...partsIn(isList ? `${name}[].` : `${name}.`, items, schemas, depth + 1)];
}

/** What a value may be, without the absence of one. */
function choicesOf(schema: Schema, schemas: Schemas): Schema[] {
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (!either) return [schema];
  return either.map((one) => resolved(one, schemas)).filter((one) => one['type'] !== 'null');
}

function boundsOf(schema: Schema): string {
  const numbers: string[] = [];
  const [least, most] = [schema['minimum'] ?? exclusive(schema), schema['maximum']];
  if (typeof least === 'number' && least > Number.MIN_SAFE_INTEGER) numbers.push(`≥ ${least}`);
  if (typeof most === 'number' && most < Number.MAX_SAFE_INTEGER) numbers.push(`≤ ${most}`);
  const longest = schema['maxLength'] ?? schema['maxItems'];
  const shortest = schema['minLength'] ?? schema['minItems'];
  if (typeof longest === 'number') numbers.push(`${typeof shortest === 'number' ? shortest : 0}…${longest}`);
  if (Object.hasOwn(schema, 'default')) numbers.push(`= ${JSON.stringify(schema['default'])}`);
  return numbers.join(', ');
}

const exclusive = (schema: Schema): number | undefined => {
  const above = schema['exclusiveMinimum'];
  return typeof above === 'number' ? above + 1 : undefined;
};

function sampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  if (Object.hasOwn(schema, 'default')) return schema['default'];
  if (Object.hasOwn(schema, 'const')) return schema['const'];
  const options = schema['enum'] as readonly unknown[] | undefined;
  if (options) return options[0];
  switch ([schema['type']].flat()[0]) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
      return '…';
    case 'array':
      return depth > 1 ? [] : [sampleOf(resolved((schema['items'] ?? {}) as Schema, schemas), schemas, depth + 1)];
    default:
      return {};
  }
}
