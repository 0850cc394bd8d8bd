import { createHash } from 'node:crypto';
import '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';
import { registerRecordType, type Rules } from '#server/record/registry.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { hireStaff, password } from '#server/testing/company/staff.ts';
import { copyOf, prepared } from '#server/testing/test-database.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record type that only tests have: all that adding one takes. */
export interface TestType {
  readonly type: RecordType;
  readonly rules?: Rules;
  /** What its migration would be. */
  readonly migration: string;
}

/** A company with its people in a database of its own: a copy of one that is made once for each set of record types. */
export function companyDatabase(types: readonly TestType[]): Promise<DatabaseUrls> {
  for (const { type, rules } of types) registerRecordType(type, rules);
  const migrations = types.map(({ migration }) => migration).join('\n');
  const name = `company_${createHash('sha256').update(migrations).digest('hex').slice(0, 12)}`;
  return copyOf({ name, from: prepared, prepare: (urls) => foundCompany(urls, types) });
}

async function foundCompany(urls: DatabaseUrls, types: readonly TestType[]): Promise<void> {
  if (types.length > 0) await addTables(urls, types);
  const pool = openPool({
    url: urls.appUrl,
    timeZone: 'Asia/Shanghai',
    max: 2,
    statementTimeout: 12_000,
    log: openLog('silent'),
  });
  try {
    await seed({ pool });
    await createFirstAdmin(pool.db, { password });
    await hireStaff(pool.db);
  } finally {
    await pool.close();
  }
}

async function addTables(urls: DatabaseUrls, types: readonly TestType[]): Promise<void> {
  await withClient(urls.ownerUrl, async (client) => {
    for (const { migration } of types) await client.query(migration);
  });
  // once more, for the rights of the application's role to the new tables
  await prepareDatabase(urls);
}
