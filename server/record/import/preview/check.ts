import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SheetRow } from '#server/platform/sheets/cell.ts';
import { beyondReach } from '#server/record/access/reach.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { asNewRecords } from '#server/record/import/as-new-records.ts';
import type { Mapping } from '#server/record/import/columns.ts';
import { reportedAt, worded } from '#server/record/import/follow.ts';
import type { Groups } from '#server/record/import/input/groups.ts';
import { openRepairs, type Repaired } from '#server/record/import/input/repairs.ts';
import { Marks, type Remark } from '#server/record/import/preview/marks.ts';
import { lookupOf, problemsOfNew, readRow, type ReadRow, type RowProblem } from '#server/record/import/rows.ts';
import { plainText } from '#server/record/import/sheet.ts';
import { readDocument, type Grouping } from '#server/record/lines/sheet-documents.ts';
import { placeOf } from '#server/record/lines/two-sheets.ts';
import { findHolders, Holders } from '#server/record/write/holders.ts';
import { namesOf, uniquesOf } from '#server/record/write/unique.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { ImportPreview } from '#shared/record/calls/import-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Problems that are told one by one; more of them nobody reads. */
const mostProblems = 200;
/** Rows that are read before others have their turn. */
const rowsAtOnce = 100;

interface Checking {
  readonly type: RecordType;
  readonly fields: FieldSet;
  readonly mapping: Mapping;
  readonly grouping: Grouping | null;
  /** What people call columns and fields. */
  readonly names: ReadonlyMap<string, string>;
  readonly directory: Directory;
  readonly repairs: boolean;
}

type Found = Pick<
  ImportPreview,
  'checkedRows' | 'badRows' | 'newRows' | 'knownRows' | 'problems' | 'causes' | 'lines' | 'marks'
>;

/** What stands in the way of rows, chunk after chunk: nothing is written, and no record is shown that the actor may not read. */
export function openCheck(db: Database, actor: Actor, checking: Checking) {
  const { type, fields, mapping, grouping, names } = checking;
  const marks = new Marks([...mapping.keys()]);
  const above = new Holders(uniquesOf(fields), new Map());
  const problems: ImportPreview['problems'] = [];
  const bad = new Set<number>();
  let [checkedRows, newRows, knownRows, place] = [0, 0, 0, 0];

  const indexOf = (name: string): number | null =>
    [...mapping].find(([, column]) => column.name === name)?.[0] ??
    [...mapping].find(([, { field, ofLines }]) => !ofLines && field.fieldName === name)?.[0] ??
    null;
  /** What is wrong with a row, at its cell. */
  const badAt = (row: ReadRow, problem: RowProblem): Remark => {
    const index = indexOf(problem.column);
    const value = problem.params['value'];
    return {
      kind: 'bad',
      code: problem.code,
      index,
      ...worded(actor.language, names, problem),
      ...(index !== null && { from: plainText(row.cells[index] ?? null) }),
      ...(problem.code === 'field.option' && { option: String(value ?? '') }),
    };
  };
  const fixedAt = ({ index, from, to }: Repaired): Remark => ({
    kind: 'fixed',
    code: 'repaired',
    index,
    column: mapping.get(index)?.labels[actor.language] ?? '',
    msg: translate(actor.language, 'import.check.repaired', { from, to }),
    from,
    to,
  });
  /** That a row is there already: as a record that the actor may read, or above. */
  const askAt = (row: ReadRow, holders: Holders, isKnown: boolean): Remark => {
    const among = (isKnown ? holders : above).taken(row.values)?.fields ?? [];
    const [field] = among;
    const column = namesOf(among.map(({ fieldName }) => ({ name: names.get(fieldName) ?? '' })));
    const code = isKnown ? ('import.check.known' as const) : ('import.check.twice' as const);
    return {
      kind: 'ask',
      code,
      index: field ? indexOf(field.fieldName) : null,
      column,
      msg: translate(actor.language, code, { name: column }),
    };
  };

  async function read(groups: Groups): Promise<{ rows: ReadRow[]; repaired: Map<number, readonly Repaired[]> }> {
    const lookup = await lookupOf(db, actor, groups.flat(), mapping, checking.directory);
    const repair = checking.repairs ? openRepairs(mapping, lookup) : null;
    const reading = { type, fields, mapping, lookup };
    const repaired = new Map<number, readonly Repaired[]>();
    const mended = (row: SheetRow): SheetRow => {
      const one = repair?.(row);
      if (one) repaired.set(row.row, one.repaired);
      return one?.row ?? row;
    };
    const rows: ReadRow[] = [];
    for (const [at, group] of groups.entries()) {
      if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
      const sent = group.map(mended);
      rows.push(...(grouping ? [readDocument(sent, reading, grouping)] : sent.map((row) => readRow(row, reading))));
    }
    return { rows, repaired };
  }

  /** Of rows, by the records that the actor may read, those that exist. */
  async function knownAmong(
    rows: readonly ReadRow[],
  ): Promise<{ holders: Holders; isKnown: (row: ReadRow) => boolean }> {
    const holders = await findHolders(db, type, fields, rows, 'read');
    const beyond = await beyondReach(db, actor, type, holders.of(rows));
    return { holders, isKnown: ({ values }) => [...holders.find(values)].some((id) => id > 0 && !beyond.has(id)) };
  }

  async function check(groups: Groups): Promise<void> {
    const { rows, repaired } = await read(groups);
    const { holders, isKnown } = await knownAmong(rows);
    const asNew = await asNewRecords(db, actor, { type, fields, ownerUserId: actor.userId }, rows);
    for (const [row, prepared] of asNew) {
      const sheetRows = row.document?.rows ?? [row];
      checkedRows += sheetRows.length;
      const exists = isKnown(row);
      const found = problemsOfNew({ type, fields }, row, prepared)
        // what a record has already need not stand in the sheet
        .filter(({ code }) => !exists || code !== 'field.required');
      const isTwice = found.length === 0 && !exists && above.find(row.values).size > 0;
      if (found.length > 0) for (const one of sheetRows) bad.add(one.row);
      else if (exists || isTwice) knownRows += sheetRows.length;
      else newRows += sheetRows.length;
      if (found.length === 0 && !exists && !isTwice) above.take(row.values, (place -= 1));
      for (const problem of found.slice(0, Math.max(0, mostProblems - problems.length)))
        problems.push(reportedAt(actor.language, problem.row ?? row.row, worded(actor.language, names, problem)));
      for (const one of sheetRows) {
        if (placeOf(one.row).isOfLines) continue;
        marks.add(one, [
          ...found
            .filter((problem) => (problem.row ?? row.row) === one.row)
            .map((problem) => badAt({ ...row, ...one }, problem)),
          ...(one.row === row.row && (exists || isTwice) ? [askAt(row, holders, exists)] : []),
          ...(repaired.get(one.row) ?? []).map(fixedAt),
        ]);
      }
    }
  }

  const found = (): Found => ({ checkedRows, badRows: bad.size, newRows, knownRows, problems, ...marks.found() });
  return { check, found };
}
