import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { Field } from '#shared/record/field.ts';

import { customKey } from '#server/record/fields/columns.ts';
import type { RowExtras } from '#server/record/registry.ts';
import { wholeMask } from '#shared/text/mask.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** One of a reader's fields whose values are shown, neither hidden nor masked; undefined for any other. */
export function legibleIn({ byName }: FieldSet, fieldName: string): Field | undefined {
  const field = byName.get(fieldName);
  return field && !field.hidden && !field.masked ? field : undefined;
}

export const isLegibleIn = (fields: FieldSet, fieldName: string): boolean => legibleIn(fields, fieldName) !== undefined;

/** Whether the reader's roles show the values of a field, neither hidden nor masked. */
export const isLegible = async (db: Database, actor: Actor, type: RecordType, fieldName: string): Promise<boolean> =>
  isLegibleIn(await fieldsOf(db, actor, type), fieldName);

/** A value as a refusal may say it to this reader; nobody is told what nobody has asked for. */
export const shownTo = async (
  db: Database,
  actor: Actor | null,
  type: RecordType,
  { fieldName, value }: { readonly fieldName: string; readonly value: string },
): Promise<string> => (actor !== null && (await isLegible(db, actor, type, fieldName)) ? value : wholeMask);

/** The same of a value of the type's lines. */
export async function shownOnLines(
  db: Database,
  actor: Actor | null,
  type: RecordType,
  asked: { readonly fieldName: string; readonly value: string },
): Promise<string> {
  const lineType = lineTypeOf(type);
  return lineType ? shownTo(db, actor, lineType, asked) : wholeMask;
}

/** The text of a custom field, under another key of older clients, for those whose roles show it. */
export async function customText(
  db: Database,
  actor: Actor,
  type: RecordType,
  { key, fieldName }: { readonly key: string; readonly fieldName: string },
): Promise<RowExtras> {
  const field = legibleIn(await fieldsOf(db, actor, type), fieldName);
  return field ? { [key]: sql`r.custom ->> ${customKey(field)}::text` } : {};
}
