import { sql } from 'kysely';
import { addFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { Services } from '#server/platform/services.ts';
import { readPasswordRule } from '#server/platform/session/password-length.ts';
import { hashPassword, randomPassword } from '#server/platform/session/passwords.ts';
import { fillApprovalCategories } from '#server/demo/administration/approval-categories.ts';
import { fillApprovals } from '#server/demo/administration/approvals.ts';
import { fillBusinessCards } from '#server/demo/administration/business-cards.ts';
import { fillHandOver } from '#server/demo/administration/hand-over.ts';
import { fillInvite } from '#server/demo/administration/invite.ts';
import { fillOperationGuide } from '#server/demo/administration/operation-guide.ts';
import { fillBlacklist } from '#server/demo/administration/blacklist.ts';
import { fillLogs } from '#server/demo/administration/logs.ts';
import { fillMessaging } from '#server/demo/administration/messaging.ts';
import { fillCourseMap } from '#server/demo/administration/course-map.ts';
import { fillLeadSources } from '#server/demo/administration/lead-sources.ts';
import { fillWebhooks } from '#server/demo/administration/webhooks.ts';
import { fillContacts } from '#server/demo/contacts.ts';
import { addFiles } from '#server/demo/files.ts';
import { fillEnterprises } from '#server/demo/enterprises.ts';
import { fillLeads } from '#server/demo/leads.ts';
import { fillDeals } from '#server/demo/deals/deals.ts';
import { fillGoals } from '#server/demo/deals/goals.ts';
import { fillProducts } from '#server/demo/deals/products.ts';
import { openRandom } from '#server/demo/random.ts';
import { fillCustomers } from '#server/demo/records.ts';
import { limitCustomers, sendMessagesOfDemo, shareCustomers } from '#server/demo/sharing.ts';
import { fillDuty, hire, makeDepartments } from '#server/demo/staff.ts';

/** The managers come first. */
const firstSeller = 3;

type Needed = Pick<Services, 'pool' | 'files'>;

export interface DemoLogin {
  readonly username: string;
  readonly password: string;
  readonly note: string;
}

/**
 * A company for a first look, into a database that has no administrator yet; nothing otherwise. All at once: after an
 * interruption there must not be an administrator whose password nobody has read.
 */
export async function loadDemo({ pool, files }: Needed, adminPassword?: string): Promise<DemoLogin[]> {
  const password = randomPassword(await readPasswordRule(pool.db));
  const passwordHash = await hashPassword(password);
  return inTransaction(pool.db, async (trx) => {
    // nobody waits for its rows, and a slow machine must not end the first start
    await sql`set local statement_timeout = 0`.execute(trx);
    const admin = await addFirstAdmin(trx, adminPassword);
    if (!admin) return [];
    await fillDemo(trx, files, passwordHash);
    return [
      { username: 'admin', password: admin.password, note: '超级管理员 · administrator' },
      { username: '13900000001', password, note: '销售经理 · sales manager' },
      { username: '13900000004', password, note: '销售员 · salesperson' },
    ];
  });
}

/** 29 people, 2,000 customers, 400 leads, their contacts, 37 products, the deals of a year and the goals of two, follow-ups and some files: the same each time, counted back from today. */
export async function fillDemo(db: Database, files: FileStore, passwordHash: string): Promise<void> {
  const random = openRandom(20260101);
  const depts = await makeDepartments(db);
  const people = await hire(db, random, depts, passwordHash);
  const owners = people.filter((person) => person.ownsCustomers).map((person) => person.userId);
  await fillCustomers(db, random, owners);
  await shareCustomers(db, owners);
  await limitCustomers(db, depts);
  await fillContacts(db, openRandom(20260103));
  await fillProducts(db, openRandom(20260105), owners[0] ?? 3);
  await fillDeals(db, openRandom(20260106));
  await fillGoals(db, openRandom(20260107));
  await fillEnterprises(db, openRandom(20260128));
  await fillLeads(db, openRandom(20260104), owners);
  await fillDuty(db, owners.slice(firstSeller, firstSeller + 3));
  await fillLeadSources(db, owners.slice(firstSeller, firstSeller + 4));
  await fillBlacklist(db);
  await fillCourseMap(db);
  await fillLogs(db);
  await fillMessaging(db);
  await fillWebhooks(db);
  await fillBusinessCards(db);
  await fillOperationGuide(db);
  await fillApprovalCategories(db);
  await fillApprovals(db, owners);
  await fillHandOver(db, [owners[0] ?? 3, ...owners.slice(firstSeller)]);
  await fillInvite(db, depts.get('华东销售部') ?? 1, passwordHash);
  await sendMessagesOfDemo(db);
  await addFiles(db, files, openRandom(20260102), people);
  await organisationChanged(db);
}
