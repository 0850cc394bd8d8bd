import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { valueOf, type StoredRow } from '#server/record/rows/row.ts';
import type { FieldValue } from '#shared/record/field.ts';
import { departmentsOf } from './company-people.ts';
import type { Facts, FactValue } from './plan/conditions.ts';
import type { ApprovalSubject } from './subjects.ts';

/** A document as it was when it was submitted: every field and line, whoever may read them. */
export interface Snapshot {
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly lines: readonly { readonly id: number; readonly values: Readonly<Record<string, FieldValue>> }[];
}

export interface Document {
  readonly row: StoredRow;
  readonly snapshot: Snapshot;
  /** What the conditions of flows look at. */
  readonly facts: Facts;
}

/** Documents as they are now, in a few statements however many there are; those that are gone are absent. */
export async function readDocuments(
  db: Database,
  actor: Actor,
  { type, facts, amountField }: ApprovalSubject,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Document>> {
  const rows = await storedRows(db, type, ids);
  const { all } = await fieldsOf(db, actor, type);
  const lines = await linesOf(db, type, ids);
  const further = (await facts?.(db, ids)) ?? new Map<number, Facts>();
  const documents = new Map<number, Document>();
  for (const row of rows) {
    const id = Number(row[type.idColumn]);
    const fields = Object.fromEntries(all.map((field) => [field.fieldName, valueOf(row, field)]));
    const department = await departmentsOf(db, actor.rights.version, row.owner_user_id ?? row.create_user_id);
    documents.set(id, {
      row,
      snapshot: { fields, lines: (lines.get(id) ?? []).map((line) => ({ id: line.id, values: line.values })) },
      facts: { ...withAmount(factsIn(fields), amountField), department, ...further.get(id) },
    });
  }
  return documents;
}

/** What conditions call the amount is a field of the document, unless it is there already: that of a document's lines. */
export const withAmount = (facts: Facts, amountField: string | undefined): Facts =>
  amountField !== undefined && facts[amountField] !== undefined ? { amount: facts[amountField], ...facts } : facts;

const factsIn = (fields: Snapshot['fields']): Facts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (isFact(value) ? [[name, value] as const] : [])),
  );

/** Addresses have no order and no text of their own. */
const isFact = (value: FieldValue): value is Extract<FieldValue, FactValue> =>
  value === null || typeof value !== 'object' || Array.isArray(value);
