import { operationOf, type OperationKind, type OperationObject } from '#shared/admin/audit/operation.ts';
import { parametersOf, type ApiParameter } from './api-parameters.ts';
import { shapeOf, type Schema } from './api-shape.ts';

/** A call as the page shows it. */
export interface ApiCall {
  /** Without the slash in front. */
  readonly path: string;
  readonly method: string;
  readonly kind: OperationKind;
  readonly object: OperationObject;
  /** Permission keys, one of which it takes; none where any token will do. */
  readonly keys: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly takesFile: boolean;
  /** The answer as text; null for the content of a file. */
  readonly answer: string | null;
  readonly refusals: readonly ApiRefusal[];
}

export interface ApiRefusal {
  readonly name: string;
  readonly code: number;
  readonly msg: string;
}

interface Operation {
  readonly 'x-for-programs': boolean;
  readonly 'x-access': string | readonly string[];
  readonly 'x-effect': string;
  readonly 'x-refusals': readonly ApiRefusal[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The calls that programs can make. */
export function callsOf(text: string): readonly ApiCall[] {
  const { paths, components } = JSON.parse(text) as OpenApiDocument;
  const offered = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation['x-for-programs'] ? [{ path: path.slice(1), method: method.toUpperCase(), operation }] : [],
    ),
  );
  const usual = inEvery(offered.map(({ operation }) => operation['x-refusals']));
  return offered.map(({ path, method, operation }) => {
    const { kind, object } = operationOf(path);
    const access = operation['x-access'];
    const body = operation.requestBody?.content ?? {};
    const multipart = body['multipart/form-data'];
    const sent = (multipart ?? body['application/json'])?.schema;
    const answers = operation.responses['200']?.content ?? {};
    const isFile = Object.hasOwn(answers, 'application/octet-stream');
    return {
      path,
      method,
      kind: kind === 'other' && operation['x-effect'] === 'read' ? 'read' : kind,
      object,
      keys: access === 'login' ? [] : [access].flat().filter((key) => !key.startsWith('manage:')),
      parameters: parametersOf(sent, operation.parameters, components.schemas),
      takesFile: multipart !== undefined,
      answer: isFile ? null : shapeOf(answered(answers['application/json']?.schema), components.schemas),
      refusals: operation['x-refusals'].filter(({ name }) => !usual.has(name)),
    };
  });
}

/** What is answered when it is done, without the refusal beside it. */
function answered(schema: Schema | undefined): Schema | undefined {
  const either = schema?.['anyOf'] as readonly Schema[] | undefined;
  return either?.[0] ?? schema;
}

/** Names of the refusals that any call may answer, which say nothing about one of them. */
function inEvery(lists: readonly (readonly ApiRefusal[])[]): ReadonlySet<string> {
  const [first = [], ...others] = lists.map((list) => new Set(list.map(({ name }) => name)));
  return new Set([...first].filter((name) => others.every((list) => list.has(name))));
}
