import { z } from 'zod';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** The part of JSON Schema that contracts turn into. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** What a contract takes once parsed: preprocessing and coercion are seen through. */
export const inputShape = (endpoint: Endpoint): Shape =>
  z.toJSONSchema(endpoint.input, { io: 'output', unrepresentable: 'any' }) as Shape;

export const outputShape = (endpoint: Endpoint): Shape =>
  z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' }) as Shape;

/** The smallest value that fits; rules beyond the shape are the example's. */
export function smallest(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return smallest(shape.anyOf[0] ?? {});
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((key) => [key, smallest(shape.properties?.[key] ?? {})] as const),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return false;
    default:
      return 'x'.repeat(Math.max(1, shape.minLength ?? 1));
  }
}

/** A place of a body where a client puts a value, such as `data.0.name`; `*` stands for any key of a map. */
export interface Place {
  readonly path: string;
  readonly shape: Shape;
}

/** Every place of an input, containers too: a text may come where an object is wanted. */
export function places(shape: Shape, at = ''): Place[] {
  const here = at === '' ? [] : [{ path: at, shape }];
  const below = (key: string, inner: Shape) => places(inner, at === '' ? key : `${at}.${key}`);
  return [
    ...here,
    ...(shape.anyOf ?? []).flatMap((one) => places(one, at).filter(({ path }) => path !== at)),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => below(key, inner)),
    ...(shape.items ? below('0', shape.items) : []),
    ...(typeof shape.additionalProperties === 'object' ? below('*', shape.additionalProperties) : []),
  ];
}

/** A copy of `body` with `value` at a dotted path; missing containers are made. */
export function withValue(body: unknown, path: string, value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path.split('.');
  const isList = /^\d+$/.test(head);
  const copy = (isList ? [...(Array.isArray(body) ? (body as unknown[]) : [])] : { ...(body as object) }) as Record<
    string,
    unknown
  >;
  copy[head] = rest.length === 0 ? value : withValue(copy[head] ?? {}, rest.join('.'), value);
  return copy;
}

/** Keys of `value` that its schema does not name, dotted. */
export function extraKeys(value: unknown, shape: Shape, root: Shape = shape, at = ''): string[] {
  const target = shape.$ref === '#' ? root : (root.$defs?.[shape.$ref?.replace('#/$defs/', '') ?? ''] ?? shape);
  if (target.anyOf) {
    const each = target.anyOf.map((one) => extraKeys(value, one, root, at));
    return each.find((keys) => keys.length === 0) ?? each[0] ?? [];
  }
  if (Array.isArray(value)) {
    if (target.type !== undefined && target.type !== 'array') return [`${at} is a list`];
    return value.flatMap((item) => (target.items ? extraKeys(item, target.items, root, `${at}[]`) : []));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (target.type !== undefined && target.type !== 'object') return [`${at} is an object`];
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = target.properties?.[key];
    if (known) return extraKeys(inner, known, root, `${at}.${key}`);
    if (typeof target.additionalProperties === 'object')
      return extraKeys(inner, target.additionalProperties, root, `${at}.*`);
    return target.type === undefined || target.additionalProperties === true ? [] : [`${at}.${key}`];
  });
}
