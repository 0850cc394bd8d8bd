import type { Services } from '#server/platform/services.ts';
import { keepIndexes } from '#server/record/field-indexes/keep-indexes.ts';
import { recordModule, recordModules } from '#server/record/registry.ts';

/**
 * Indexes of a type after a save of its form, and of all types each night: a database that was restored row by row has
 * none. Without the owner's address none are made.
 */
export function defineIndexJob({ config, jobs, pool, log }: Services, ownerUrl: string | undefined): void {
  if (ownerUrl === undefined) return;
  jobs.define<{ typeCode?: number }>('field.index', async ({ typeCode }, { signal }) => {
    const types = typeCode === undefined ? recordModules().map(({ type }) => type) : [recordModule(typeCode).type];
    const isOwnDatabase = config.databaseUrl === undefined;
    await keepIndexes({ ownerUrl, db: pool.db, log, signal, isOwnDatabase }, types);
  });
  jobs.schedule('field.index', '10 3 * * *');
}
