import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { putMembers } from '#server/record/ownership/team.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Power } from '#shared/record/calls/ownership-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface TeamAlong {
  readonly ids: readonly number[];
  readonly memberIds: readonly number[];
  readonly power: Power;
  /** Wire numbers of the children that get them too (`Relation.changeType`). */
  readonly along: readonly number[];
}

/**
 * Adds people to the teams of records, and of their children as far as the actor may; whoever owns a child is none of
 * its members. One action, one undo. @throws AppError what `putMembers` refuses
 */
export async function addMembersAlong(
  db: Database,
  actor: Actor,
  type: RecordType,
  { along, ...team }: TeamAlong,
): Promise<Act> {
  const act = await putMembers(db, actor, type, team, 'members_added');
  for (const { type: child, column, relation } of relationsTo(type)) {
    const isTaken = relation.changeType !== undefined && along.includes(relation.changeType);
    if (!isTaken || !can(child, 'team') || !actor.mayDo(permissionOf(child, 'teamsave'))) continue;
    const { rows } = await sql<{ id: number; owner: number | null }>`
      select r.${sql.ref(child.idColumn)} as id, r.owner_user_id as owner
      from ${visible(child, within(child, scoped(actor, child, 'write'), 'open'))}
      where r.${sql.ref(column)} = any(${[...team.ids]}::bigint[])`.execute(db);
    const byMembers = Map.groupBy(rows, ({ owner }) => team.memberIds.filter((id) => id !== owner).join(','));
    for (const [members, those] of byMembers) {
      const memberIds = members === '' ? [] : members.split(',').map(Number);
      if (memberIds.length === 0) continue;
      const ids = those.map(({ id }) => id);
      const theirs = { ids, memberIds, power: team.power, partOf: act.operationId };
      await putMembers(db, actor, child, theirs, 'members_added');
    }
  }
  return act;
}
