import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { hashPassword, randomPassword } from '#server/platform/session/passwords.ts';
import { addFiles } from '#server/demo/files.ts';
import { openRandom } from '#server/demo/random.ts';
import { fillCustomers } from '#server/demo/records.ts';
import { hire, makeDepartments } from '#server/demo/staff.ts';

type Needed = Pick<Services, 'pool' | 'files'>;

export interface DemoLogin {
  readonly username: string;
  readonly password: string;
  readonly note: string;
}

/** A company for a first look, into a database that has no administrator yet; nothing otherwise. */
export async function loadDemo(services: Needed, adminPassword?: string): Promise<DemoLogin[]> {
  const admin = await createFirstAdmin(services.pool.db, { password: adminPassword });
  if (!admin) return [];
  const password = randomPassword();
  await fillDemo(services, await hashPassword(password));
  return [
    { username: 'admin', password: admin.password, note: '超级管理员 · administrator' },
    { username: '13900000001', password, note: '销售经理 · sales manager' },
    { username: '13900000004', password, note: '销售员 · salesperson' },
  ];
}

/** 29 people, 2,000 customers, their follow-ups and some files: the same each time, counted back from today. */
export function fillDemo(services: Needed, passwordHash: string): Promise<void> {
  const random = openRandom(20260101);
  return inTransaction(services.pool.db, async (trx) => {
    const people = await hire(trx, random, await makeDepartments(trx), passwordHash);
    const owners = people.filter((person) => person.ownsCustomers).map((person) => person.userId);
    await fillCustomers(trx, random, owners);
    await addFiles(trx, services.files, openRandom(20260102), people);
    await organisationChanged(trx);
  });
}
