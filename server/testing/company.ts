import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { openApplication, type Application } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import type { Reserve } from '#server/platform/database/embedded/disk-space.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { openLog, type Log } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';
import { callCompany, type Answer, type CallOptions } from '#server/testing/company/call.ts';
import { asDraft } from '#server/testing/company/as-draft.ts';
import { companyDatabase } from '#server/testing/company/database.ts';
import { routesOfTypes, type TestType } from '#server/testing/company/test-types.ts';
import { signInStaff, type Person, type PersonName } from '#server/testing/company/staff.ts';

// what whoever opens a company speaks of
export type { Answer } from '#server/testing/company/call.ts';
export type { TestType } from '#server/testing/company/test-types.ts';
export { tokenFor, type Person, type PersonName } from '#server/testing/company/staff.ts';

export interface Company {
  readonly app: FastifyInstance;
  readonly application: Application;
  readonly services: Services;
  readonly db: Kysely<Tables>;
  readonly urls: { readonly ownerUrl: string; readonly appUrl: string };
  readonly people: Record<PersonName, Person>;
  readonly call: (path: string, body?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface CompanyOptions {
  readonly jobs?: boolean;
  readonly env?: Record<string, string>;
  readonly log?: Log;
  /** Space that writes leave free; none unless given, whatever the disk of the tests is like. */
  readonly reserve?: Reserve;
  /** Record types beside the product's; they stay registered in the process of the test file. */
  readonly types?: readonly TestType[];
  /** Saves of documents that are approved keep drafts unless they say otherwise: for tests of what all types share. */
  readonly keepsDrafts?: true;
}

/** A company with a few people in a database of its own, behind the whole HTTP door. */
export async function openCompany(options: CompanyOptions = {}): Promise<Company> {
  const { types = [] } = options;
  const urls = await companyDatabase(types);
  const folder = mkdtempSync(join(tmpdir(), 'jianye-company-'));
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...options.env });
  const application = await openApplication({
    config,
    log: options.log ?? openLog('silent'),
    databaseUrl: urls.appUrl,
    ownerUrl: urls.ownerUrl,
    reserve: options.reserve ?? (() => 0),
    rateFactor: 1000,
    furtherRoutes: routesOfTypes(types),
  });
  const { db } = application.services.pool;
  const people = await signInStaff(db);
  if (options.jobs) await application.services.jobs.start();
  await application.app.ready();
  return {
    app: application.app,
    application,
    services: application.services,
    db,
    urls,
    people,
    call: (path, body, callOptions) =>
      callCompany(application.app, path, options.keepsDrafts ? asDraft(path, body) : body, callOptions),
    close: async () => {
      await application.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
