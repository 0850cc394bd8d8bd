import { createHash } from 'node:crypto';
import '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';
import { seed } from '#server/start-up.ts';
import { hireStaff, password } from '#server/testing/company/staff.ts';
import { addTables, registerTypes, type TestType } from '#server/testing/company/test-types.ts';
import { copyOf, prepared } from '#server/testing/test-database.ts';

/** A company with its people in a database of its own: a copy of one that is made once for each set of record types. */
export function companyDatabase(types: readonly TestType[]): Promise<DatabaseUrls> {
  registerTypes(types);
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
