import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { lockContracts } from '#server/modules/crm/ledger/api.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { lineSettingOf, linesOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { unchangedLines, type PreparedLines } from '#server/record/lines/prepare-lines.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { valueOf, valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { changeForGood } from '#server/record/write/change-many.ts';
import { lockRow, saveRecord } from '#server/record/write/save.ts';
import { namingTaken } from '#server/record/write/unique.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { recomputeRows } from '#server/record/write/recompute-rows.ts';
import { writeLines } from '#server/record/write/write-lines.ts';
import { customKey } from '#server/record/fields/columns.ts';
import type { Values } from '#server/record/registry.ts';
import { saveAsDraft } from '#server/approval/submit.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { isBlank, isComputed, type Field } from '#shared/record/field.ts';
import { holdsFiles, numbersRecords } from '#shared/record/field-types.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** What an order for a change does not change: the number, whom the contract is with, and the signed paper. */
const staying = new Set(['num', 'customer_id', 'business_id', 'scan']);

/** Orders for changes of contracts that are under way. */
export async function openChangesOf(
  db: Database,
  contractIds: readonly number[],
): Promise<readonly { readonly id: number; readonly orderId: number; readonly num: string }[]> {
  const { from, live } = system('a contract is changed by one order at a time, whoever sees it', contractType);
  const { rows } = await sql<{ id: number; orderId: number; num: string | null }>`
    select r.changes_id as id, r.contract_id as "orderId", r.num from ${from}
    where ${live} and r.changes_id = any(${[...contractIds]}::bigint[])
      and r.change_status = ${changeStatuses.open}`.execute(db);
  return rows.map(({ id, orderId, num }) => ({ id: Number(id), orderId, num: num ?? '' }));
}

/**
 * Of orders that would come back from the recycle bin, those whose contract is changed by another one since, or is no longer
 * in force. Their contracts are locked, as by whoever begins an order.
 */
export async function ordersOutdated(
  db: Database,
  _actor: Actor | null,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const { from } = system('an order comes back while its contract waits for it, whoever sees that', contractType);
  const { rows: orders } = await sql<{ id: number; contractId: number }>`
    select r.contract_id as id, r.changes_id as "contractId" from ${from}
    where r.contract_id = any(${[...ids]}::bigint[]) and r.changes_id is not null
      and r.change_status = ${changeStatuses.open} order by r.contract_id`.execute(db);
  const contracts = await lockContracts(
    db,
    orders.map(({ contractId }) => contractId),
  );
  const inForce = new Set(
    contracts.flatMap(({ id, checkStatus }) => (checkStatus === checkStatuses.passed ? [id] : [])),
  );
  const open = await openChangesOf(db, [...inForce]);
  const back = new Set(ids);
  const taken = new Map(open.filter(({ orderId }) => !back.has(orderId)).map(({ id, num }) => [id, num]));
  const refused = new Map<number, AppError>();
  for (const { id, contractId } of orders) {
    const number = taken.get(contractId);
    if (!inForce.has(contractId)) refused.set(id, new AppError('contract.not_in_force'));
    else if (number !== undefined) refused.set(id, new AppError('contract.being_changed', { number }));
    else taken.set(contractId, '');
  }
  return refused;
}

/** The same once an undo has brought them back. @throws AppError `contract.not_in_force`, `contract.being_changed` */
export async function requireOrdersCurrent(
  db: Database,
  ids: readonly number[],
  columns: readonly string[],
): Promise<void> {
  if (!columns.includes('deleted_at')) return;
  const { from, live } = system('an undo brings back what its action took away', contractType);
  const { rows } = await sql<{ id: number }>`
    select r.contract_id as id from ${from} where r.contract_id = any(${[...ids]}::bigint[]) and ${live}`.execute(db);
  const [refusal] = (
    await ordersOutdated(
      db,
      null,
      rows.map(({ id }) => id),
    )
  ).values();
  if (refusal) throw refusal;
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
  const { writable, kept } = copiedBy(whole);
  // records that the contract refers to follow below, whether or not the author sees them
  const carried = kept.filter(({ formType }) => !isRelated(formType));
  const { id } = await saveRecord(db, actor, contractType, {
    values: valuesIn(values, writable),
    carried: { ...valuesIn(values, carried), num: await changeNumber(db, contractId, String(row['num'] ?? '')) },
    // what is empty in the contract is empty on purpose
    emptied: new Set(whole.byName.keys()),
    versionOf: contractId,
    verb: 'created',
    details: { changes: String(row['num'] ?? '') },
  });
  await copyLines(db, actor, contractId, id);
  const keptNames = new Set(kept.map(({ fieldName }) => fieldName));
  await changeForGood(db, actor, contractType, [id], {
    verb: 'state_changed',
    set: {
      ...columnsOf(fields.all, row, ({ fieldName }) => isMoney(fieldName) || keptNames.has(fieldName)),
      change_status: sql`${changeStatuses.open}::smallint`,
    },
    touches: false,
    details: { column: 'change_status', transition: 'change', status: changeStatuses.open },
  });
  await recomputeRows(db, contractType, [id]);
  await saveAsDraft(db, actor, contractType, id);
  return id;
}

const moneyNames = new Set(['money', 'total_price', 'discount_rate', 'agreed_rate']);
const isMoney = (name: string): boolean => moneyNames.has(name);

/**
 * The fields that an order takes over from its contract: those that its author writes, and those kept as they are. Files
 * belong to one record.
 */
function copiedBy(fields: FieldSet): { readonly writable: readonly Field[]; readonly kept: readonly Field[] } {
  const copied = fields.all.filter(
    (field) => !numbersRecords(field) && !isMoney(field.fieldName) && !isComputed(field) && !holdsFiles(field),
  );
  const isWritable = ({ hidden, readOnly }: Field): boolean => !hidden && !readOnly;
  return {
    writable: copied.filter(isWritable),
    kept: copied.filter((field) => !isWritable(field)),
  };
}

const valuesIn = (values: Values, fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ fieldName }) => [fieldName, values[fieldName] ?? null]));

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
  const said = fields.all.filter((field) => isSaidBy(order, field));
  await copyLines(db, actor, orderId, contractId, contract.version + 1);
  // somebody may have taken what is unique in the order since it was saved: a field that the decider does not see stays unnamed
  await namingTaken(await fieldsOf(db, actor, contractType), () =>
    changeForGood(db, actor, contractType, [contractId], {
      verb: 'contract_changed',
      set: { ...columnsOf(said, order, ({ fieldName }) => !staying.has(fieldName)), custom: customOf(said, order) },
      touches: true,
      details: { order: String(order['num'] ?? '') },
    }),
  );
  await recomputeRows(db, contractType, [contractId]);
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

/** Whether an order says anything of a field. Its numbers are its own; files stay unless the order has some. */
const isSaidBy = (order: StoredRow, field: Field): boolean =>
  !isComputed(field) && !numbersRecords(field) && (!holdsFiles(field) || !isBlank(valueOf(order, field)));

/** Columns of fixed fields as another row has them, typed by that row. */
const columnsOf = (fields: readonly Field[], row: StoredRow, isWanted: (field: Field) => boolean) =>
  Object.fromEntries(
    fields
      .filter((field) => field.fieldType === 1 && isWanted(field))
      .map(({ fieldName }) => [fieldName, sql`(${typed(row)}).${sql.ref(fieldName)}`]),
  );

/** The custom values of a contract, `r`, with those of these fields that an order has, or has emptied. */
function customOf(fields: readonly Field[], order: StoredRow) {
  const custom = fields.filter(({ fieldType }) => fieldType === 0);
  const values = custom.map((field) => [customKey(field), valueOf(order, field)] as const);
  const present = Object.fromEntries(values.filter(([, value]) => value !== null));
  return sql`(r.custom - ${custom.map(customKey)}::text[]) || ${JSON.stringify(present)}::jsonb`;
}

/** A row as the table has it, so that dates, amounts and lists get their types. */
const typed = (row: StoredRow) => sql`jsonb_populate_record(null::contract, ${JSON.stringify(row)}::jsonb)`;
