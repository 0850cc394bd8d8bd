import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Handed, Holding, HandOverPart, Left, Piece, Receipt } from '#server/platform/hand-over/holding.ts';
import { keepPieces } from '#server/platform/hand-over/pieces.ts';
import { ownedBy, scoped, within, type Scope } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { familyOf } from '#server/record/hand-over/family.ts';
import { partOperation, undoPart } from '#server/record/hand-over/part-operation.ts';
import { splitFieldsOf, splitValue } from '#server/record/hand-over/split-fields.ts';
import { countHeld } from '#server/record/ownership/held.ts';
import { beyondQuota } from '#server/record/ownership/quota.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';
import { recordModules } from '#server/record/registry.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The records that people own, a holding for each type that can be transferred; parents before their children. */
export const recordHoldings = (): Holding[] =>
  recordModules().flatMap(({ type }) => (can(type, 'transfer') ? [recordHolding(type)] : []));

const recordHolding = (type: RecordType): Holding => ({
  name: type.name,
  titleOf: (language) => translate(language, `${type.name}.many` as MessageKey),
  shownWith: () => [type.name],
  totalsOf: (db, userIds) => countHeld(db, type, userIds),
  movableOf: (db, actor, userId) => countMovable(db, actor, type, userId),
  splitFields: (db, actor, userId) => splitFieldsOf(db, actor, type, held(actor, type, userId)),
  plan: async (db, actor, part, split) => {
    if (!mayTransfer(actor, type)) return;
    const { rule, isOwn } = split;
    const value = rule.kind === 'field' ? await splitValue(db, actor, type, rule.fieldName, isOwn) : sql`null::text`;
    const source = sql`
      select r.${sql.ref(type.idColumn)}::text as item, r.${sql.ref(type.idColumn)} as ordinal, ${value} as value,
        ${isOwn ? sql`null::int` : familyOf(type, part.handOverId)} as family
      from ${visible(type, held(actor, type, part.fromUserId))}`;
    await keepPieces(db, part, split, source);
  },
  namesOf: (db, actor, items) => titlesOf(db, actor, type, items),
  hand: (db, actor, part, pieces, kept) => hand(db, actor, type, part, pieces, kept),
  takeBack: (db, actor, _part, receipt) => undoPart(db, actor, receipt),
});

const mayTransfer = (actor: Actor, type: RecordType): boolean => actor.mayDo(permissionOf(type, 'transfer'));

/** What somebody owns, as far as the actor may change it. */
const held = (actor: Actor, type: RecordType, userId: number): Scope =>
  within(type, ownedBy(scoped(actor, type, 'write'), [userId]), 'open');

async function countMovable(db: Database, actor: Actor, type: RecordType, userId: number): Promise<number> {
  if (!mayTransfer(actor, type)) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${visible(type, held(actor, type, userId))}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Titles of those that the actor may read. */
export async function titlesOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  items: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ item: string; title: string }>`
    select r.${sql.ref(type.idColumn)}::text as item, r.${sql.ref(type.titleField)} as title
    from ${visible(type, scoped(actor, type))} where r.${sql.ref(type.idColumn)} = any(${[...items]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ item, title }) => [item, title]));
}

async function hand(
  db: Database,
  actor: Actor,
  type: RecordType,
  part: HandOverPart,
  pieces: readonly Piece[],
  kept: Receipt | null,
): Promise<Handed> {
  if (!mayTransfer(actor, type)) return { left: allLeft(pieces, new AppError('access.denied')), receipt: kept };
  const reach: RawBuilder<boolean> = held(actor, type, part.fromUserId).where;
  const locked = await lockRecords(db, actor, type, idsOf(pieces), { reach, isPartial: true });
  const there = new Set(locked.map(({ id }) => id));
  const gains = pieces.flatMap((piece) =>
    there.has(Number(piece.item)) ? [{ piece, id: Number(piece.item), ownerUserId: piece.toUserId }] : [],
  );
  const beyond = await beyondQuota(db, type, gains);
  const left: Left[] = [
    ...allLeft(
      pieces.filter(({ item }) => !there.has(Number(item))),
      new AppError('hand_over.moved'),
    ),
    ...[...beyond].map(([{ piece }, reason]) => ({ item: piece.item, reason })),
  ];
  const moving = gains.filter((gain) => !beyond.has(gain));
  if (moving.length === 0) return { left, receipt: kept };
  const head = { verb: 'transferred', access: permissionOf(type, 'transfer') } as const;
  const operationId = await partOperation(db, actor, type, head, kept);
  for (const [newOwnerUserId, own] of Map.groupBy(moving, ({ ownerUserId }) => ownerUserId))
    await transferRecords(db, actor, type, {
      ids: own.map(({ id }) => id),
      newOwnerUserId,
      oldOwnerKeeps: null,
      along: [],
      operationId,
    });
  return { left, receipt: { operationId } };
}

export const allLeft = (pieces: readonly Piece[], reason: AppError): Left[] =>
  pieces.map(({ item }) => ({ item, reason }));

export const idsOf = (pieces: readonly Piece[]): number[] => pieces.map(({ item }) => Number(item));
