import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/hand-over/tables.ts';
import { requireReachable } from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { holdings, type Split } from '#server/platform/hand-over/holding.ts';
import { audit } from '#server/platform/log/audit.ts';
import { heirsOf, type HandOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  readonly userId: number;
  readonly rule: HandOverRule;
  readonly rules: readonly { readonly holding: string; readonly rule: HandOverRule }[];
}

/**
 * Keeps who gets what a person holds, and writes nothing else; the id of the plan. An earlier plan of the same person by
 * the same actor goes.
 * @throws AppError `user.unknown`, `user.super_admin`, `owner.inactive`, `hand_over.themselves`, `hand_over.no_superior`,
 * `hand_over.field`, `hand_over.running`, `hand_over.nothing`
 */
export async function planHandOver(db: Database, actor: Actor, { userId, rule, rules }: Asked): Promise<number> {
  await requireReachable(db, actor, [userId]);
  await requireNoneRunning(db, userId);
  const { parent_id: superiorId } = await db
    .selectFrom('app_user')
    .select('parent_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const own = new Map(rules.map((one) => [one.holding, one.rule]));
  const rulesOfAll = [rule, ...own.values()].map((one) => resolved(one, superiorId));
  await requireHeirs(
    db,
    userId,
    rulesOfAll.flatMap((one) => (one ? heirsOf(one) : [])),
  );
  await db
    .deleteFrom('hand_over')
    .where('from_user_id', '=', userId)
    .where('user_id', '=', actor.userId)
    .where('state', '=', 'planned')
    .execute();
  const { hand_over_id: handOverId } = await db
    .insertInto('hand_over')
    .values({ from_user_id: userId, user_id: actor.userId, undo_user_id: null, finish_time: null })
    .returning('hand_over_id')
    .executeTakeFirstOrThrow();
  for (const [part, holding] of holdings().entries()) {
    const chosen = resolved(own.get(holding.name) ?? rule, superiorId);
    if (chosen === null) continue;
    const split: Split = { rule: chosen, isOwn: own.has(holding.name) };
    await holding.plan(db, actor, { handOverId, fromUserId: userId, holding: holding.name, part }, split);
  }
  const first = await sql`select from hand_over_item where hand_over_id = ${handOverId} limit 1`.execute(db);
  if (first.rows.length === 0) throw new AppError('hand_over.nothing');
  await audit(db, {
    userId: actor.userId,
    what: 'hand_over.plan',
    subject: `user ${userId}`,
    result: 'done',
    address: actor.address,
  });
  return handOverId;
}

/** Null for what stays. @throws AppError `hand_over.no_superior` */
function resolved(rule: HandOverRule, superiorId: number): Split['rule'] | null {
  if (rule.kind === 'stay') return null;
  if (rule.kind !== 'superior') return rule;
  if (superiorId === 0) throw new AppError('hand_over.no_superior');
  return { kind: 'one', userId: superiorId };
}

/** @throws AppError `hand_over.running` */
export async function requireNoneRunning(db: Database, userId: number): Promise<void> {
  const { rows } = await sql`
    select from hand_over where from_user_id = ${userId} and state in ('running', 'undoing')`.execute(db);
  if (rows.length > 0) throw new AppError('hand_over.running');
}

/** @throws AppError `user.unknown`, `owner.inactive`, `hand_over.themselves` */
export async function requireHeirs(db: Database, fromUserId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.includes(fromUserId)) throw new AppError('hand_over.themselves');
  const wanted = [...new Set(userIds)];
  const { rows } = await sql<{ user_id: number; status: number }>`
    select user_id, status from app_user where user_id = any(${wanted}::int[])`.execute(db);
  if (rows.length < wanted.length) throw new AppError('user.unknown');
  if (rows.some(({ status }) => status === 0)) throw new AppError('owner.inactive');
}
