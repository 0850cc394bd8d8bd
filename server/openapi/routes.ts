import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApiOf } from '#server/openapi/document.ts';
import { disposition } from '#server/platform/files/file-name.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { recordModules } from '#server/record/registry.ts';
import { apiDocumentCalls } from '#shared/admin/programs/api-document-calls.ts';

/** Of the product, as its package says. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The document of all routes for the signed-in (security O2); it is made when it is first asked for. */
export function openApiRoutes(routes: () => readonly Route[]): Route[] {
  let made: { readonly plain: Buffer; readonly packed: Promise<Buffer> } | undefined;
  const make = () => {
    const types = recordModules().map(({ type }) => type);
    const endpoints = routes().map(({ endpoint }) => endpoint);
    const plain = Buffer.from(JSON.stringify(openApiOf(endpoints, productVersion(), types)));
    return { plain, packed: promisify(gzip)(plain) };
  };
  return [
    route(apiDocumentCalls.document, async ({ raw, setHeader }) => {
      made ??= make();
      const isPacked = /\bgzip\b/.test(String(raw.request.headers['accept-encoding'] ?? ''));
      setHeader('vary', 'accept-encoding');
      if (isPacked) setHeader('content-encoding', 'gzip');
      const content = isPacked ? await made.packed : made.plain;
      return {
        content,
        contentType: 'application/json; charset=utf-8',
        disposition: disposition('attachment', 'openapi.json'),
        size: content.length,
      };
    }),
  ];
}
