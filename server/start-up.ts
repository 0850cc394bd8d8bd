import { inTransaction } from '#server/platform/database/transaction.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { seedOrganisation } from '#server/modules/admin/seed.ts';
import { seedFields } from '#server/record/fields/field-set.ts';
import { seedSequences } from '#server/record/sequences/settings.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import { recordModules } from '#server/record/registry.ts';

/** Brings the structure up to date with the owner's role: tables, job schema, rights of the application's role. */
export async function prepareDatabase(urls: { ownerUrl: string; appUrl: string }): Promise<void> {
  const appRole = decodeURIComponent(new URL(urls.appUrl).username);
  const ownerRole = decodeURIComponent(new URL(urls.ownerUrl).username);
  const grantee = appRole !== '' && appRole !== ownerRole ? appRole : undefined;
  await migrate(urls.ownerUrl, grantee === undefined ? {} : { appRole: grantee });
  await installJobs(urls.ownerUrl, grantee);
}

/** Rows that every installation has: roles, the first department, field definitions. Safe to repeat. */
export async function seed(services: Pick<Services, 'pool'>): Promise<void> {
  await inTransaction(services.pool.db, async (trx) => {
    await seedOrganisation(trx);
    for (const { type } of recordModules()) {
      await seedFields(trx, type);
      await seedSequences(trx, type);
      const lineType = lineTypeOf(type);
      if (lineType) await seedFields(trx, lineType);
    }
  });
}
