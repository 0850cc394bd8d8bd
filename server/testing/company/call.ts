import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly raw: Buffer;
}

export interface CallOptions {
  readonly as?: { readonly token: string };
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string | undefined>;
  /** Send the body as a form. */
  readonly form?: boolean;
  /** Happens once the head of the request has been dealt with and its body is asked for. */
  readonly beforeBody?: () => Promise<void>;
  readonly file?: { readonly name: string; readonly content: Buffer; readonly fieldName?: string };
}

/** One request of a company behind its HTTP door. */
export async function callCompany(
  app: FastifyInstance,
  path: string,
  body: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = options.as ? { 'admin-token': options.as.token } : {};
  for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers[name] = value;
  const method = options.method ?? 'POST';
  let payload: string | Buffer | undefined;
  let url = `/${path}`;
  if (options.file) {
    const boundary = 'jianye-test-boundary';
    headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
    payload = multipartBody(boundary, body, options.file);
  } else if (method === 'GET') {
    const query = new URLSearchParams(
      Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    if (query !== '') url += `?${query}`;
  } else if (options.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    payload = new URLSearchParams(
      Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
  } else {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(body);
  }
  const sent =
    payload !== undefined && options.beforeBody ? Readable.from(after(options.beforeBody, payload)) : payload;
  const response = await app.inject({ method, url, headers, ...(sent === undefined ? {} : { payload: sent }) });
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
  const parsed = isJson ? (JSON.parse(response.body) as Record<string, unknown>) : {};
  return {
    status: response.statusCode,
    code: Number(parsed['code'] ?? -1),
    msg: String(parsed['msg'] ?? ''),
    data: parsed['data'],
    body: parsed,
    headers: response.headers,
    raw: response.rawPayload,
  };
}

async function* after(happens: () => Promise<void>, payload: string | Buffer) {
  await happens();
  yield Buffer.from(payload);
}

function multipartBody(
  boundary: string,
  fields: Record<string, unknown>,
  file: NonNullable<CallOptions['file']>,
): Buffer {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const parts = given.map(([key, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : String(value)}\r\n`,
    ),
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.fieldName ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([...parts, Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
