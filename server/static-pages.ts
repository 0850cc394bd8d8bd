import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from '#server/platform/database/pool.ts';
import { framedPolicy } from '#server/platform/http/headers.ts';
import { sendError } from '#server/platform/http/answer.ts';
import { answerLanguage } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export const webFolder = fileURLToPath(new URL('../dist/web/', import.meta.url));

/** Page addresses of the product; everything else that is no call and no file is a 404 (R25.1). */
const pages =
  /^\/(?:$|login|404|person|crm|approval|bi|workbench|project|manager|promotionalMaterials|setup|set-password|join|form|TrainingInformation)(?:\/.*)?$/;

const methods = ['GET', 'POST'] as const;

/** Serves the web bundle: files by their hashed names for a year, the page itself fresh each time. */
export async function servePages(app: FastifyInstance, folder = webFolder): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(serveStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    list: false,
    dotfiles: 'deny',
    cacheControl: true,
    immutable: true,
    maxAge: '365d',
  });
  const page = async (): Promise<string> => readFile(join(folder, 'index.html'), 'utf8');
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) {
      // a call that comes here was asked by a method that it does not have (security W5)
      const isCall = methods.some((method) => app.hasRoute({ method, url: path }));
      const error = new AppError(isCall ? 'http.method' : 'http.not_found');
      return sendError(reply, error, answerLanguage(request.headers));
    }
    // other sites show the forms for their visitors within their own pages
    if (path.startsWith('/form/')) reply.header('content-security-policy', framedPolicy);
    return reply
      .status(pages.test(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await page());
  });
}

/** `GET /health`: ok only when the database answers (R2.4). */
export function serveHealth(app: FastifyInstance, pool: Pool): void {
  app.get('/health', async (_request, reply) => {
    try {
      await sql`select 1`.execute(pool.db);
      return await reply.send({ code: 0, data: { status: 'ok' } });
    } catch {
      return reply.status(503).send({ code: 503, data: { status: 'down' } });
    }
  });
}
