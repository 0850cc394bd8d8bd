import { sql } from 'kysely';
import { bindingsOf, sourceField, standingOf, type StoredBinding } from '#server/modules/crm/owner-source/bindings.ts';
import { requireReach } from '#server/modules/crm/owner-source/reach.ts';
import { ownerSourceKind, removeBindings, requireFree } from '#server/modules/crm/owner-source/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { mostBoundAdvisers } from '#shared/crm/owner-source/owner-source-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  /** Of the binding to change; a new one without it. */
  readonly id?: number | undefined;
  readonly agentUserId: number;
  readonly source?: string | undefined;
  readonly adviserUserIds: readonly number[];
  readonly effectiveDate: string;
  readonly remark?: string | undefined;
}

/**
 * Binds advisers to an agent, or changes a binding; its id. Of two who bind for the same day at once one does.
 * @throws AppError `access.record`, `user.unknown`, `owner_source.agent`, `owner_source.adviser`, `owner_source.many`,
 * `owner_source.source`, `owner_source.reach`, `owner_source.taken`
 */
export async function saveBinding(db: Database, actor: Actor, asked: Asked): Promise<number> {
  await ownerSourceKind.hold(db);
  const { id, agentUserId, source = '', effectiveDate, remark = '' } = asked;
  const [stored] = id === undefined ? [] : await bindingsOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  const adviserUserIds = [...new Set(asked.adviserUserIds)];
  if (adviserUserIds.length > mostBoundAdvisers) throw new AppError('owner_source.many', { max: mostBoundAdvisers });
  await requirePeople(db, agentUserId, adviserUserIds, stored);
  if (source !== '' && source !== stored?.source && !(await sourceField(db))?.options.includes(source))
    throw new AppError('owner_source.source', { source });
  await requireReach(db, actor, [agentUserId, ...(stored ? [stored.agentUserId] : [])]);
  await requireFree(db, { id, agentUserId, source, effectiveDate });
  const values = sql`${agentUserId}, ${source}, ${adviserUserIds}::int[], ${effectiveDate}::date, ${remark}`;
  if (id === undefined) {
    const { rows } = await sql<{ id: number }>`
      insert into owner_source (agent_user_id, source, adviser_user_ids, effective_date, remark, create_user_id)
      values (${values}, ${actor.userId}) returning owner_source_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await createdRows(db, actor, ownerSourceKind, [added]);
    await log(db, actor, 'owner_source.add', [added]);
    return added;
  }
  await changingRows(db, actor, ownerSourceKind, [id], async () => {
    await sql`
      update owner_source set (agent_user_id, source, adviser_user_ids, effective_date, remark) = (${values})
      where owner_source_id = ${id}`.execute(db);
    await log(db, actor, 'owner_source.change', [id]);
  });
  return id;
}

/** People who were bound already may stay, whatever they have become; the effect passes them over. */
async function requirePeople(
  db: Database,
  agentUserId: number,
  adviserUserIds: readonly number[],
  stored: StoredBinding | undefined,
): Promise<void> {
  const people = await standingOf(db, [agentUserId, ...adviserUserIds]);
  const added = (userId: number) => {
    const one = people.get(userId);
    if (!one?.isActive) throw new AppError('user.unknown');
    return one;
  };
  if (agentUserId !== stored?.agentUserId) {
    const { isAgent, realname } = added(agentUserId);
    if (!isAgent) throw new AppError('owner_source.agent', { name: realname });
  }
  for (const userId of adviserUserIds) {
    if (stored?.adviserUserIds.includes(userId)) continue;
    const { isAgent, realname } = added(userId);
    if (isAgent) throw new AppError('owner_source.adviser', { name: realname });
  }
}

/** Removes those of the bindings that there are. @throws AppError `access.record` for none, `owner_source.reach` */
export async function deleteBindings(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  await ownerSourceKind.hold(db);
  const found = (await bindingsOf(db, ids)).map(({ id }) => id);
  if (found.length === 0) throw new AppError('access.record');
  await changingRows(db, actor, ownerSourceKind, found, async () => {
    await removeBindings(db, found, actor);
    await log(db, actor, 'owner_source.delete', found);
  });
}

const log = (db: Database, { userId, address }: Actor, what: string, ids: readonly number[]): Promise<void> =>
  audit(db, { userId, what, subject: ids.join(','), result: 'done', address });
