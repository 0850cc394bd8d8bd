import { sql } from 'kysely';
import '#server/modules/admin/erasure/tables.ts';
import { eraseStaff } from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { system } from '#server/record/access/system.ts';
import { eraseRecords } from '#server/record/erasure/erase-records.ts';
import { eraseTraces, type ErasedWords } from '#server/record/erasure/erase-traces.ts';
import { namedByKept } from '#server/record/erasure/named-by-kept.ts';
import { recordModules } from '#server/record/registry.ts';
import { erasurePatience, staffPlace, type ErasureGround } from '#shared/admin/erasure/erasure-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface Chosen {
  readonly place: string;
  readonly id: number;
}

/**
 * Erases what was chosen, for good, in one transaction: there is no undo. Who did it, when, on what ground and which records
 * stays (`erasure`), and not what they said.
 * @throws AppError `erasure.changed` when something is not there any more, `erasure.at_work`, `erasure.importing`
 */
export async function erasePersons(
  db: Database,
  actor: Actor,
  { chosen, ground }: { readonly chosen: readonly Chosen[]; readonly ground: ErasureGround },
): Promise<number> {
  await sql`select set_config('statement_timeout', ${String(erasurePatience.erase)}, true)`.execute(db);
  const { erasure_id: erasureId } = await db
    .insertInto('erasure')
    .values({ user_id: actor.userId, ground })
    .returning('erasure_id')
    .executeTakeFirstOrThrow();
  const staff = idsOf(chosen, staffPlace);
  const types = recordModules().flatMap(({ type }) => (type.persons === 'erased' ? [type] : []));
  const known = new Set([staffPlace, ...types.map(({ name }) => name as string)]);
  if (chosen.some(({ place }) => !known.has(place))) throw new AppError('erasure.changed');
  const locked: { type: RecordType; ids: number[]; named: Set<number> }[] = [];
  // in the order of types and ids, as every writer locks them
  for (const type of types) {
    const ids = idsOf(chosen, type.name);
    if (ids.length === 0) continue;
    await lock(db, type, ids);
    const named = new Set((await namedByKept(db, type, ids)).keys());
    locked.push({ type, ids, named });
    await keepTrace(db, erasureId, type.code, ids, named);
  }
  const erased: ErasedWords[] = [];
  for (const one of locked) erased.push({ typeName: one.type.name, said: await eraseRecords(db, actor, one) });
  await keepTrace(db, erasureId, 0, staff, new Set());
  const words = await eraseStaff(db, actor, staff);
  await eraseTraces(db, erasureId, erased, words);
  const count = staff.length + locked.reduce((sum, { ids }) => sum + ids.length, 0);
  const subject = `erasure ${erasureId}: ${count}`;
  await audit(db, { userId: actor.userId, what: 'person.erase', subject, result: 'done', address: actor.address });
  return erasureId;
}

const idsOf = (chosen: readonly Chosen[], place: string): number[] =>
  [...new Set(chosen.filter((one) => one.place === place).map(({ id }) => id))].toSorted((left, right) => left - right);

async function lock(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from ${system('a person is erased everywhere, whoever may see the record', type).from}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[]) order by r.${sql.ref(type.idColumn)} for update`.execute(
    db,
  );
  if (rows.length !== ids.length) throw new AppError('erasure.changed');
  // an import that goes on would bring back what is on its sheet
  const { rows: running } = await sql`
    select from import_task t where t.type_code = ${type.code} and t.finish_time is null
      and exists (select from import_row i where i.import_id = t.import_id and i.record_id = any(${[...ids]}::bigint[]))
    limit 1`.execute(db);
  if (running.length > 0) throw new AppError('erasure.importing');
}

async function keepTrace(
  db: Database,
  erasureId: number,
  code: number,
  ids: readonly number[],
  named: ReadonlySet<number>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('erasure_record')
    .values(ids.map((id) => ({ erasure_id: erasureId, type_code: code, record_id: id, keeps_name: named.has(id) })))
    .execute();
}
