import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { FieldUses } from '#shared/record/form-life/form-life-calls.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A field whose uses are asked for. */
export interface AskedField {
  readonly type: RecordType;
  readonly field: Field;
  /** Its column, or `f` and its id: how most uses are stored. */
  readonly id: string;
}

/** One use that may be named, or how many there are that may not. */
export type FieldUse = { readonly name: string; readonly fieldId?: number } | { readonly unnamed: number };

/** Rows that go with a field and come back with it. */
interface FieldRows {
  readonly table: string;
  /** Puts them back, as JSON; what has taken their place meanwhile stays. */
  readonly put: (db: Database, rows: string) => Promise<unknown>;
}

/** New names of options by their former ones. */
export type OptionNames = ReadonlyMap<string, string>;

/** A way in which fields are used. */
export interface FieldUseKind {
  readonly name: string;
  readonly title: MessageKey;
  /** Where fields are held, as `table.column` of the database. */
  readonly columns: readonly string[];
  /** Tables whose rows, by their column `field_id`, go with the field. */
  readonly rows?: readonly FieldRows[];
  /** A field that is used so cannot be deleted. */
  readonly blocks?: boolean;
  /** Where the uses are changed, by whoever has the right to. */
  readonly page?: { readonly path: string; readonly needs: Permission };
  /** Where options of a field stand: those that are called otherwise now get their new names. */
  readonly renameOptions?: (db: Database, actor: Actor, asked: AskedField, names: OptionNames) => Promise<unknown>;
  readonly find: (db: Database, actor: Actor, asked: AskedField) => Promise<readonly FieldUse[]>;
}

let kinds: readonly FieldUseKind[] = [];

/** Where the server lists its modules. */
export function registerFieldUses(all: readonly FieldUseKind[]): void {
  kinds = all;
}

/** @internal */
export const fieldUseKinds = (): readonly FieldUseKind[] => kinds;

/** Tables whose rows go with a field, those that others refer to first. */
export const rowsOfFields = (): readonly FieldRows[] => kinds.flatMap(({ rows = [] }) => rows);

/** Gives options their new names wherever a room keeps them beside the records and the rules of forms. */
export async function renameUsedOptions(
  db: Database,
  actor: Actor,
  { type, field }: Pick<AskedField, 'type' | 'field'>,
  names: OptionNames,
): Promise<void> {
  const asked = { type, field, id: formulaField(field).id };
  for (const { renameOptions } of kinds) await renameOptions?.(db, actor, asked, names);
}

/** A value of a condition with the new names of options. */
export const renamedValue = (value: unknown, names: OptionNames): unknown =>
  Array.isArray(value)
    ? value.map((one) => renamedValue(one, names))
    : typeof value === 'string'
      ? (names.get(value) ?? value)
      : value;

/** Uses of one kind that are named in an answer. */
const mostNamed = 20;

/** What uses a field, kind by kind; those that forbid its deletion first. @throws AppError `field.unknown` */
export async function usesOf(db: Database, actor: Actor, type: RecordType, fieldId: number): Promise<FieldUses[]> {
  const field = (await readFields(db, type.code)).byId.get(fieldId);
  if (!field) throw new AppError('field.unknown', { name: String(fieldId) });
  const asked = { type, field, id: formulaField(field).id };
  const answers: FieldUses[] = [];
  for (const kind of kinds) {
    const uses = await kind.find(db, actor, asked);
    const named = uses.flatMap((use) => ('name' in use ? [use] : []));
    const unnamed = uses.reduce((count, use) => count + ('unnamed' in use ? use.unnamed : 0), 0);
    if (named.length + unnamed === 0) continue;
    answers.push({
      kind: kind.name,
      title: translate(actor.language, kind.title),
      blocks: kind.blocks ? 1 : 0,
      path: kind.page && actor.mayDo(kind.page.needs) ? kind.page.path : '',
      list: named.slice(0, mostNamed).map(({ name, fieldId: other }) => ({ name, fieldId: other ?? null })),
      total: named.length + unnamed,
    });
  }
  return answers.toSorted((one, other) => other.blocks - one.blocks);
}
