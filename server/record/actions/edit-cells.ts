import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import { scoped } from '#server/record/access/scope.ts';
import { editableField } from '#server/record/actions/edit-field.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { parseIn, problemOf } from '#server/record/fields/input.ts';
import type { RuleProblem } from '#server/record/registry.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { lookupFor } from '#server/record/rows/related.ts';
import { fieldText, shownAs, type StoredRow } from '#server/record/rows/row.ts';
import { applyAsAction, planChanges, type ChangeDraft } from '#server/record/write/apply-changes.ts';
import type { Prepared } from '#server/record/write/draft.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { countShown, type Batch } from '#server/record/write/stored-checks.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { PastedCell } from '#shared/record/calls/tool-calls.ts';
import { fieldTypeOf, numbersRecords, partsOf } from '#shared/record/field-types.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Paste {
  readonly ids: readonly number[];
  /** The texts of a column, one for each of the ids. */
  readonly columns: readonly { readonly fieldName: string; readonly texts: readonly string[] }[];
  readonly versions: Readonly<Record<string, number>>;
  readonly isPreview: boolean;
}

interface Cell {
  readonly id: number;
  /** The client's name for the field. */
  readonly name: string;
  readonly field: Field | null;
  readonly text: string;
  readonly value: FieldValue;
  problem: RuleProblem | null;
}

interface Pasted {
  /** Of the undo; 0 where nothing was written. */
  readonly operationId: number;
  readonly count: number;
  readonly cells: PastedCell[];
}

/**
 * Writes a block from a sheet into the cells of a list, by the rules of a save, as one action with one undo. A cell that
 * cannot be read or written is left as it is and reported, and so is one that somebody has changed since it was seen; a
 * record that its rules refuse keeps all of its values.
 */
export async function editCells(db: Database, actor: Actor, type: RecordType, paste: Paste): Promise<Pasted> {
  const ids = [...new Set(paste.ids)];
  const batch = { db, actor, type, fields: await fieldsOf(db, actor, type) };
  const directory = await directoryOf(db, actor.rights.version);
  const cells = await readCells(batch, directory, { ...paste, ids });
  const locked = await lockRecords(db, actor, type, ids, {
    reach: scoped(actor, type, 'write').where,
    named: ids.map((id) => sentTo(cells, id)),
    isPartial: true,
  });
  const rows = await storedRows(
    db,
    type,
    locked.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [Number(row[type.idColumn]), row]));
  await refuseRows(batch, cells, { byId, seen: paste.versions });
  const prepared = await planCells(batch, cells, rows);
  const written = prepared.filter(({ changes }) => changes.length > 0);
  const { operationId, count } =
    paste.isPreview || written.length === 0
      ? { operationId: 0, count: written.length }
      : await applyAsAction(batch, written, { verb: 'edited', access: permissionOf(type, 'update') });
  const nextOf = new Map(prepared.map((one) => [Number(one.draft.row[type.idColumn]), one]));
  return {
    operationId,
    count,
    cells: cells.map((cell) => reported(batch, directory, cell, byId.get(cell.id), nextOf.get(cell.id))),
  };
}

/** The cells with their values, or with why they cannot be read. */
async function readCells(
  { db, actor, fields }: Batch,
  directory: Directory,
  { ids, columns }: Pick<Paste, 'ids' | 'columns'>,
): Promise<Cell[]> {
  const targets = columns.map(({ fieldName, texts }) => ({ name: fieldName, texts, ...targetOf(fields, fieldName) }));
  const lookup = await lookupFor(
    db,
    actor,
    directory,
    targets.flatMap(({ field, texts }) => (field?.relation ? texts.map((text) => ({ field, text })) : [])),
  );
  return ids.flatMap((id, at) =>
    targets.flatMap(({ name, texts, field, problem }): Cell | [] => {
      const text = texts[at]?.trim();
      // nothing was said of it
      if (text === undefined) return [];
      const cell = { id, name, field, text, value: null, problem };
      if (field === null || problem !== null || text === '') return cell;
      try {
        const { fromText } = fieldTypeOf(field.formType);
        return { ...cell, value: parseIn(fields, field, fromText(text, field, lookup)) };
      } catch (error) {
        return { ...cell, problem: problemOf(error) };
      }
    }),
  );
}

/** The field of a column, or why none of its cells can be written. */
function targetOf(
  fields: FieldSet,
  name: string,
): { readonly field: Field | null; readonly problem: RuleProblem | null } {
  try {
    const field = editableField(fields, name);
    // one text does not say all parts of a value, and a number of records is given out one by one
    if (partsOf(field) || numbersRecords(field)) throw new AppError('field.fixed', { name: field.name });
    return { field, problem: null };
  } catch (error) {
    return { field: null, problem: problemOf(error) };
  }
}

const isFine = (cell: Cell): cell is Cell & { readonly field: Field } => cell.problem === null && cell.field !== null;

const sentTo = (cells: readonly Cell[], id: number): Record<string, FieldValue> =>
  Object.fromEntries(
    cells.filter((cell) => cell.id === id && isFine(cell)).map(({ field, value }) => [field?.fieldName ?? '', value]),
  );

/** Refuses the cells of records that are out of reach or closed, and those that were changed since they were seen. */
async function refuseRows(
  batch: Batch,
  cells: readonly Cell[],
  { byId, seen }: { readonly byId: ReadonlyMap<number, StoredRow>; readonly seen: Paste['versions'] },
): Promise<void> {
  const { db, actor, type } = batch;
  const moved = [...byId].filter(([id, { version }]) => seen[id] !== undefined && seen[id] !== version);
  const { rows } = await sql<{ id: number; column: string; actor_id: number }>`
    select e.record_id as id, c ->> 'id' as column, e.actor_id
    from unnest(${moved.map(([id]) => id)}::bigint[], ${moved.map(([id]) => seen[id] ?? 0)}::int[]) as s(id, version)
    join event e on e.type_code = ${type.code} and e.record_id = s.id and e.version > s.version,
      jsonb_array_elements(e.changes) as c order by e.event_id`.execute(db);
  const editors = new Map(rows.map(({ id, column, actor_id }) => [`${id} ${column}`, actor_id]));
  const directory = await directoryOf(db, actor.rights.version);
  for (const cell of cells) {
    if (!isFine(cell)) continue;
    const row = byId.get(cell.id);
    const { field } = cell;
    const editor = editors.get(`${cell.id} ${fieldColumn(field).id}`);
    const refuse = (code: RuleProblem['code'], params: RuleProblem['params'] = {}) =>
      (cell.problem = { code, params, fieldName: field.fieldName });
    if (!row) refuse('access.record');
    else if (editor !== undefined)
      refuse('record.conflict', { name: field.name, editor: directory.user(editor) ?? '' });
    else
      try {
        requireOpen(type, [row], actor.language);
      } catch (error) {
        cell.problem = problemOf(error);
      }
  }
}

/** Plans what is left of the cells; those that turn out to be refused are taken out until the rest can be written. */
async function planCells(
  batch: Batch,
  cells: readonly Cell[],
  rows: readonly StoredRow[],
): Promise<Prepared<ChangeDraft>[]> {
  for (;;) {
    const drafts = rows
      .map((row) => ({ row, sent: sentTo(cells, Number(row[batch.type.idColumn])) }))
      .filter(({ sent }) => Object.keys(sent).length > 0);
    const prepared = await planChanges(batch, drafts);
    const refused = prepared.filter(({ problems }) => problems.length > 0);
    if (refused.length === 0) return prepared;
    await countShown(batch, refused);
    for (const { draft, problems } of refused) refuseCells(batch, cells, draft, problems);
  }
}

/** A problem of a cell refuses that one, any other the whole record. */
function refuseCells(
  { type }: Batch,
  cells: readonly Cell[],
  { row }: ChangeDraft,
  problems: readonly RuleProblem[],
): void {
  const own = cells.filter((cell) => cell.id === Number(row[type.idColumn]) && isFine(cell));
  const named = own.filter(({ field }) => problems.some(({ fieldName }) => fieldName === field?.fieldName));
  for (const cell of named.length > 0 ? named : own)
    cell.problem = problems.find(({ fieldName }) => fieldName === cell.field?.fieldName) ?? problems[0] ?? null;
}

function reported(
  { actor, fields }: Batch,
  directory: Directory,
  { id, name, field, text, problem }: Cell,
  row: StoredRow | undefined,
  planned: Prepared<ChangeDraft> | undefined,
): PastedCell {
  const before = row && field ? shownAs(field, fields.all, directory)(row) : '';
  const msg = problem ? translate(actor.language, problem.code, problem.params) : '';
  const next = field && planned?.next[field.fieldName];
  const companion = fields.all.find(({ companionOf }) => companionOf === field?.fieldName);
  const names = { ...directory, record: () => text };
  const isWritten = msg === '' && field !== null && next !== null && next !== undefined;
  const after = isWritten
    ? fieldText(field, next, names, companion ? (planned?.next[companion.fieldName] ?? null) : null)
    : msg === ''
      ? ''
      : text;
  return { id, fieldName: name, before, after, msg };
}
