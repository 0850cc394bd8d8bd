import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Handed, HandOverPart, Holding, Piece, Receipt } from '#server/platform/hand-over/holding.ts';
import { keepPieces } from '#server/platform/hand-over/pieces.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { partOperation, undoPart } from '#server/record/hand-over/part-operation.ts';
import { allLeft, idsOf, titlesOf } from '#server/record/hand-over/records.ts';
import { replaceMember } from '#server/record/ownership/team.ts';
import { recordModules } from '#server/record/registry.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Places in the teams of other people's records, a holding for each type that has teams. */
export const teamHoldings = (): Holding[] =>
  recordModules().flatMap(({ type }) => (can(type, 'team') ? [teamHolding(type)] : []));

const teamHolding = (type: RecordType): Holding => ({
  name: `${type.name}.team`,
  titleOf: (language) =>
    translate(language, 'hand_over.team', { noun: translate(language, `${type.name}.many` as MessageKey) }),
  shownWith: () => [type.name],
  totalsOf: async (db, userIds) => {
    const { rows } = await sql<{ userId: number; n: number }>`
      select t.user_id as "userId", count(*)::int as n from record_team t
      where t.type_code = ${type.code} and t.user_id = any(${[...userIds]}::int[]) group by t.user_id`.execute(db);
    return new Map(rows.map(({ userId, n }) => [userId, n]));
  },
  movableOf: async (db, actor, userId) => {
    if (!mayChange(actor, type)) return 0;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${visible(type, scoped(actor, type, 'write'))} where ${isMember(type, userId)}`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  },
  plan: async (db, actor, part, split) => {
    if (!mayChange(actor, type)) return;
    const id = sql.ref(`r.${type.idColumn}`);
    const source = sql`
      select ${id}::text as item, ${id} as ordinal, null::int as family, null::text as value
      from ${visible(type, scoped(actor, type, 'write'))} where ${isMember(type, part.fromUserId)}`;
    await keepPieces(db, part, split, source);
  },
  namesOf: (db, actor, items) => titlesOf(db, actor, type, items),
  hand: (db, actor, part, pieces, kept) => hand(db, actor, type, part, pieces, kept),
  takeBack: (db, actor, _part, receipt) => undoPart(db, actor, receipt),
});

const mayChange = (actor: Actor, type: RecordType): boolean => actor.mayDo(permissionOf(type, 'teamsave'));

const isMember = (type: RecordType, userId: number) => sql<boolean>`exists (
  select from record_team t
  where t.type_code = ${type.code} and t.record_id = r.${sql.ref(type.idColumn)} and t.user_id = ${userId})`;

async function hand(
  db: Database,
  actor: Actor,
  type: RecordType,
  { fromUserId }: HandOverPart,
  pieces: readonly Piece[],
  kept: Receipt | null,
): Promise<Handed> {
  if (!mayChange(actor, type)) return { left: allLeft(pieces, new AppError('access.denied')), receipt: kept };
  const reach = sql<boolean>`${scoped(actor, type, 'write').where} and ${isMember(type, fromUserId)}`;
  const locked = await lockRecords(db, actor, type, idsOf(pieces), { reach, isPartial: true });
  const there = new Set(locked.map(({ id }) => id));
  const moving = pieces.filter(({ item }) => there.has(Number(item)));
  const gone = pieces.filter(({ item }) => !there.has(Number(item)));
  const left = allLeft(gone, new AppError('hand_over.moved'));
  if (moving.length === 0) return { left, receipt: kept };
  const head = { verb: 'members_changed', access: permissionOf(type, 'teamsave') } as const;
  const operationId = await partOperation(db, actor, type, head, kept);
  for (const [toUserId, own] of Map.groupBy(moving, (piece) => piece.toUserId))
    await replaceMember(db, actor, type, { ids: idsOf(own), fromUserId, toUserId, operationId });
  return { left, receipt: { operationId } };
}
