import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openApiOf } from '#server/openapi/document.ts';
import { disposition } from '#server/platform/files/file-name.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { recordModules } from '#server/record/registry.ts';
import type { Language } from '#shared/i18n/language.ts';
import { apiDocumentCalls } from '#shared/admin/programs/api-document-calls.ts';

/** Of the product, as its package says. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The document of all routes for the signed-in (security O2); it is made when it is first asked for. */
export function openApiRoutes(routes: () => readonly Route[]): Route[] {
  const made = new Map<Language, { readonly plain: Buffer; readonly packed: Promise<Buffer> }>();
  const make = (language: Language) => {
    const types = recordModules().map(({ type }) => type);
    const endpoints = routes().map(({ endpoint }) => endpoint);
    const plain = Buffer.from(JSON.stringify(openApiOf(endpoints, productVersion(), types, language)));
    return { plain, packed: promisify(gzip)(plain) };
  };
  const documentIn = (language: Language) => {
    const document = made.get(language) ?? make(language);
    made.set(language, document);
    return document;
  };
  return [
    route(apiDocumentCalls.document, async ({ raw, setHeader, language }) => {
      const { plain, packed } = documentIn(language);
      const isPacked = /\bgzip\b/.test(String(raw.request.headers['accept-encoding'] ?? ''));
      setHeader('vary', 'accept-encoding, accept-language');
      if (isPacked) setHeader('content-encoding', 'gzip');
      const content = isPacked ? await packed : plain;
      return {
        content,
        contentType: 'application/json; charset=utf-8',
        disposition: disposition('attachment', 'openapi.json'),
        size: content.length,
      };
    }),
  ];
}
