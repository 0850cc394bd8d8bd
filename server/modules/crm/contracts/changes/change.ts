import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { lineSettingOf, linesOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { unchangedLines, type PreparedLines } from '#server/record/lines/prepare-lines.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { changeForGood } from '#server/record/write/change-many.ts';
import { lockRow, saveRecord } from '#server/record/write/save.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { writeLines } from '#server/record/write/write-lines.ts';
import { customKey } from '#server/record/fields/columns.ts';
import type { Values } from '#server/record/registry.ts';
import { saveAsDraft } from '#server/approval/submit.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** What an order for a change does not change: the number, whom the contract is with, and the signed paper. */
const staying = new Set(['num', 'customer_id', 'business_id', 'scan']);

/** Orders for changes of contracts that are under way. */
export async function openChangesOf(
  db: Database,
  contractIds: readonly number[],
): Promise<readonly { readonly id: number; readonly num: string }[]> {
  const { from, live } = system('a contract is changed by one order at a time, whoever sees it', contractType);
  const { rows } = await sql<{ id: number; num: string | null }>`
    select r.changes_id as id, r.num from ${from}
    where ${live} and r.changes_id = any(${[...contractIds]}::bigint[])
      and r.change_status = ${changeStatuses.open}`.execute(db);
  return rows.map(({ id, num }) => ({ id: Number(id), num: num ?? '' }));
}

/**
 * Begins an order that changes a contract in force: a draft of the actor that says what the contract says, with its lines
 * and their prices as they were. @throws AppError `access.record`, `contract.not_in_force`, `contract.being_changed`
 */
export async function startChange(db: Database, actor: Actor, contractId: number): Promise<number> {
  if (!actor.mayDo(permissionOf(contractType, 'update'))) throw new AppError('access.denied');
  const row = await lockRow(db, actor, contractType, contractId);
  if (row['check_status'] !== checkStatuses.passed || row['change_status'] !== changeStatuses.none)
    throw new AppError('contract.not_in_force');
  const [running] = await openChangesOf(db, [contractId]);
  if (running) throw new AppError('contract.being_changed', { number: running.num });
  const fields = await readFields(db, contractType.code);
  const whole = await fieldsOf(db, actor, contractType);
  const values = valuesOf(row, whole);
  const writable = Object.fromEntries(
    whole.displayed
      .filter((field) => !field.readOnly && !field.masked && !holdsFiles(field) && !isMoney(field.fieldName))
      .map(({ fieldName }) => [fieldName, values[fieldName] ?? null]),
  );
  const { id } = await saveRecord(db, actor, contractType, {
    values: { ...writable, num: await changeNumber(db, contractId, String(row['num'] ?? '')) },
    verb: 'created',
    details: { changes: String(row['num'] ?? '') },
  });
  await copyLines(db, actor, contractId, id);
  await changeForGood(db, actor, contractType, [id], {
    verb: 'state_changed',
    set: {
      ...columnsOf(fields, row, (name) => isMoney(name)),
      changes_id: sql`${contractId}::bigint`,
      change_status: sql`${changeStatuses.open}::smallint`,
    },
    touches: false,
    details: { column: 'change_status', transition: 'change', status: changeStatuses.open },
  });
  await saveAsDraft(db, actor, contractType, id);
  return id;
}

const moneyNames = new Set(['money', 'total_price', 'discount_rate', 'agreed_rate']);
const isMoney = (name: string): boolean => moneyNames.has(name);

/** `HT-1-BG1`: the number of the contract and that of the change. */
async function changeNumber(db: Database, contractId: number, num: string): Promise<string> {
  const { from } = system('numbers of changes count on, whoever sees them', contractType);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${from} where r.changes_id = ${contractId}`.execute(db);
  return `${num}-BG${(rows[0]?.n ?? 0) + 1}`;
}

/** The order has passed: the contract says what it says, and keeps its number, its customer and what it was signed on. */
export async function applyChange(db: Database, actor: Actor, orderId: number): Promise<void> {
  const [order] = await storedRows(db, contractType, [orderId]);
  const contractId = Number(order?.['changes_id']);
  const { live } = system('an approved order changes its contract, whoever decides', contractType);
  const [contract] = await lockRecords<{ check_status: number }>(db, actor, contractType, [contractId], {
    reach: live,
    columns: ['check_status'],
  });
  if (!order || contract?.check_status !== checkStatuses.passed) throw new AppError('contract.not_in_force');
  const fields = await readFields(db, contractType.code);
  await copyLines(db, actor, orderId, contractId, contract.version + 1);
  await changeForGood(db, actor, contractType, [contractId], {
    verb: 'contract_changed',
    set: { ...columnsOf(fields, order, (name) => !staying.has(name)), custom: customOf(fields, order) },
    touches: true,
    details: { order: String(order['num'] ?? '') },
  });
  await changeForGood(db, actor, contractType, [orderId], {
    verb: 'state_changed',
    set: { change_status: sql`${changeStatuses.done}::smallint` },
    touches: false,
    details: { column: 'change_status', transition: 'change', status: changeStatuses.done },
  });
}

/** The lines of one document in place of those of another, with all that they keep. */
async function copyLines(db: Database, actor: Actor, fromId: number, toId: number, version = 1): Promise<void> {
  const setting = await lineSettingOf(db, actor, contractType);
  const stored = await linesOf(db, contractType, [fromId, toId]);
  if (!setting) return;
  const lines = replaced(
    setting,
    stored.get(toId) ?? [],
    (stored.get(fromId) ?? []).map(({ values }) => values),
  );
  await writeLines(db, contractType, [{ recordId: toId, version, lines }]);
}

const replaced = (
  setting: LineSetting,
  previous: PreparedLines['previous'],
  next: readonly Values[],
): PreparedLines => ({
  ...unchangedLines(setting, previous),
  next: next.map((values) => ({ id: null, values })),
  removed: previous,
});

/** Columns of fixed fields as another row has them, typed by that row. */
const columnsOf = (fields: FieldSet, row: StoredRow, isWanted: (name: string) => boolean) =>
  Object.fromEntries(
    fields.all
      .filter(({ fieldType, fieldName }) => fieldType === 1 && isWanted(fieldName))
      .map(({ fieldName }) => [fieldName, sql`(${typed(row)}).${sql.ref(fieldName)}`]),
  );

const customOf = (fields: FieldSet, row: StoredRow) =>
  sql`${JSON.stringify(
    Object.fromEntries(
      fields.all
        .filter(({ fieldType }) => fieldType === 0)
        .map((field) => [customKey(field), row.custom[customKey(field)] ?? null])
        .filter(([, value]) => value !== null),
    ),
  )}::jsonb`;

/** A row as the table has it, so that dates, amounts and lists get their types. */
const typed = (row: StoredRow) => sql`jsonb_populate_record(null::contract, ${JSON.stringify(row)}::jsonb)`;
