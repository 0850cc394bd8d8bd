import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { recordEvents } from '#server/record/rows/events.ts';
import { readRow } from '#server/record/rows/read.ts';
import { refuseLocked } from '#server/record/states/locks.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import type { opportunityCalls, Share } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Whose performance an opportunity is, the greatest share first. @throws AppError `access.record` */
export async function sharesOf(db: Database, actor: Actor, businessId: number): Promise<Share[]> {
  await readRow(db, actor, opportunityType, businessId);
  const { rows } = await sql<{ userId: number; percent: string }>`
    select user_id as "userId", percent::text as percent from business_share where business_id = ${businessId}
    order by business_share.percent desc, user_id`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return rows.map((row) => ({ ...row, realname: names.user(row.userId) ?? '' }));
}

type Asked = z.output<typeof opportunityCalls.setShares.input>;

const percent = /^\d{1,3}(\.\d{1,2})?$/;

/**
 * Splits the performance, in per cent that add up to 100; nobody: it is the owner's alone.
 * @throws AppError `access.record`, `record.locked_field`, `opportunity.shares`, `opportunity.share_twice`
 */
export async function setShares(db: Database, actor: Actor, { businessId, shares }: Asked): Promise<void> {
  const reach = scoped(actor, opportunityType, 'write').where;
  const [row] = await lockRecords<Record<string, unknown>>(db, actor, opportunityType, [businessId], {
    reach,
    columns: ['is_end', 'status_id', 'business_name'],
  });
  if (!row) throw new AppError('access.record');
  refuseLocked(opportunityType, { byName: new Map() }, row, ['shares'], actor.language);
  const names = await directoryOf(db, actor.rights.version);
  const stranger = shares.find(({ userId }) => names.user(userId) === undefined);
  if (stranger) throw new AppError('input.field', { parameter: 'userId' });
  const twice = shares.find((one, at) => shares.findIndex(({ userId }) => userId === one.userId) !== at);
  if (twice) throw new AppError('opportunity.share_twice', { name: names.user(twice.userId) ?? '' });
  const isShare = (written: string) => percent.test(written) && compared(written, '0') > 0;
  const total = shares.every((one) => isShare(one.percent)) ? sumOf(shares.map((one) => one.percent)) : null;
  if (shares.length > 0 && (total === null || compared(total, '100') !== 0))
    throw new AppError('opportunity.shares', { total: total ?? '?' });
  const before = await sharesOf(db, actor, businessId);
  await sql`delete from business_share where business_id = ${businessId}`.execute(db);
  await sql`
    insert into business_share (business_id, user_id, percent)
    select ${businessId}, s."userId", s.percent
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as s("userId" int, percent numeric)`.execute(db);
  const said = (those: readonly { readonly userId: number; readonly percent: string }[]): string | null =>
    those.map((one) => `${names.user(one.userId) ?? ''} ${one.percent}%`).join('、') || null;
  const change = { id: 'shares', name: 'shares', from: said(before), to: said(shares) };
  await recordEvents(db, opportunityType, actor.userId, [{ verb: 'changed', recordId: businessId, changes: [change] }]);
}
