import { refreshCookie } from '#server/platform/session/origin.ts';
import { isForPrograms } from '#shared/admin/programs/abilities.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { errorCodes } from '#shared/error-codes.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';
import { recordSchemas } from '#server/openapi/record-schemas.ts';
import { refOf, schemaOf, type Components, type Schema } from '#server/openapi/schemas.ts';
import { generalCodes, refusalResponses, refusalsOf } from '#server/openapi/refusals.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Schema;
  readonly servers: readonly Schema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: { readonly schemas: Components; readonly securitySchemes: Readonly<Record<string, Schema>> };
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/**
 * The OpenAPI 3.1 document of a route table: what the contracts and the declarations of the record types say, and nothing
 * beside (R3.11).
 */
export function openApiOf(
  endpoints: readonly Endpoint[],
  version: string,
  types: readonly RecordType[] = [],
  language: Language = 'cn',
): OpenApiDocument {
  const schemas: Components = Object.assign({ Refusal: refusal }, ...types.map(recordSchemas));
  const paths: Record<string, Record<string, Schema>> = {};
  for (const endpoint of endpoints) {
    const at = (paths[`/${endpoint.path}`] ??= {});
    at[endpoint.method.toLowerCase()] = operation(endpoint, schemas, language);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '简业 Jianye',
      version,
      description:
        'Every call takes JSON and forms alike, keys in camelCase or snake_case, and an absent body; calls that only read ' +
        'take GET as well, with their keys in the address. Answers are ' +
        '{code, msg, data}: 0 is success, and what is refused has HTTP status 200 and another code. Keys that a call ' +
        'does not know are ignored.',
    },
    servers: [{ url: '/' }, { url: '/api' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        adminToken: { type: 'apiKey', in: 'header', name: 'Admin-Token' },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: refreshCookie,
          description: 'Own pages only: takes X-Requested-With and the own origin beside.',
        },
      },
    },
  };
}

const refusal: Schema = {
  type: 'object',
  properties: {
    code: { enum: [...new Set(Object.values(errorCodes))].toSorted((left, right) => left - right) },
    msg: { type: 'string', description: 'For the user, in the language of Accept-Language.' },
    detail: { description: 'Details: the field, the current value and the editor of a conflict.' },
  },
  required: ['code', 'msg'],
};

function operation(endpoint: Endpoint, schemas: Components, language: Language): Schema {
  const id = endpoint.path.replace(/\W+/g, '_');
  const input = schemaOf(endpoint.input, 'input', `${id}_input`, schemas);
  const codes: readonly ErrorCode[] = [...generalCodes(endpoint), ...endpoint.codes];
  return {
    operationId: `${endpoint.method.toLowerCase()}_${id}`,
    tags: [endpoint.path.includes('/') ? endpoint.path.slice(0, endpoint.path.lastIndexOf('/')) : 'session'],
    security: securityOf(endpoint),
    parameters: [...(endpoint.method === 'GET' ? queryOf(input) : []), ...headersOf(endpoint)],
    ...(endpoint.method === 'GET' ? {} : { requestBody: { required: false, content: contentOf(endpoint, input) } }),
    responses: { '200': success(endpoint, id, schemas), ...refusalResponses(endpoint, codes, language) },
    'x-access': endpoint.access,
    'x-for-programs': isForPrograms(endpoint),
    'x-effect': endpoint.effect,
    'x-rate-class': endpoint.rate,
    'x-ids': endpoint.ids,
    'x-refusals': refusalsOf(codes, language),
  };
}

const securityOf = (endpoint: Endpoint): Schema[] => [
  ...(endpoint.access === 'public' ? [{}] : [{ bearer: [] }, { adminToken: [] }]),
  ...(endpoint.cookie && endpoint.access === 'public' ? [{ refreshCookie: [] }] : []),
];

/** The input is always an object of named parts. */
function queryOf(input: Schema): Schema[] {
  const required = (input['required'] ?? []) as string[];
  return Object.entries((input['properties'] ?? {}) as Components).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function headersOf(endpoint: Endpoint): Schema[] {
  if (!endpoint.idempotent) return [];
  const { unless } = endpoint.idempotent;
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Repeats with the same key and body get the stored answer with `Idempotent-Replayed: true`; another body ' +
        `with the key is refused (422).${unless === null ? '' : ` Without it a new batchId serves; with \`${unless}\` it is an update.`}`,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

function contentOf(endpoint: Endpoint, input: Schema): Record<string, Schema> {
  const bare = endpoint.bareList === null ? undefined : (input['properties'] as Components)[endpoint.bareList];
  const plain = { [json]: { schema: bare ? { anyOf: [input, bare] } : input }, [form]: { schema: input } };
  const { upload } = endpoint;
  if (!upload) return plain;
  const withFile: Schema = {
    ...input,
    properties: {
      ...(input['properties'] as Components),
      file: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: `${upload.kind}, at most ${upload.maxBytes} bytes`,
      },
    },
    required: [...((input['required'] ?? []) as string[]), ...(upload.required ? ['file'] : [])],
  };
  return { [multipart]: { schema: withFile }, ...(upload.required ? {} : plain) };
}

function success(endpoint: Endpoint, id: string, schemas: Components): Schema {
  const refused: Schema = { $ref: refOf('Refusal') };
  if (endpoint.answer === 'stream')
    return { description: 'Server-sent events.', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  if (endpoint.answer === 'file') {
    const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };
    return {
      description: 'The bytes as an attachment; a refusal is JSON.',
      content: { 'application/octet-stream': bytes, [json]: { schema: refused } },
    };
  }
  const output = schemaOf(endpoint.output, 'output', `${id}_output`, schemas);
  const code = { const: 0 };
  const answered: Schema =
    endpoint.answer === 'top'
      ? {
          ...output,
          properties: { code, ...(output['properties'] as Components) },
          required: ['code', ...((output['required'] ?? []) as string[])],
        }
      : { type: 'object', properties: { code, data: output }, required: ['code'] };
  return {
    description: 'Done, or refused with a code other than 0.',
    content: { [json]: { schema: { anyOf: [answered, refused] } } },
  };
}
