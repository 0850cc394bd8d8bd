import { staffColumns } from '#server/modules/admin/staff-sheets/columns.ts';
import { departmentFinder } from '#server/modules/admin/staff-sheets/plan/departments.ts';
import { changesOf, hasNewSuperior, isMovedTo, type StaffPlan } from '#server/modules/admin/staff-sheets/plan/plan.ts';
import type { PlannedRow } from '#server/modules/admin/staff-sheets/plan/planned-row.ts';
import type { StaffState } from '#server/modules/admin/staff-sheets/state.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { maySeeContact } from '#server/platform/access/contact-data.ts';
import { rowReason } from '#server/record/import/follow.ts';
import type { ListedRow, RowKind, StaffOutcome } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';

/** Rows of a kind, and departments, that an answer lists. */
const mostListed = 200;

/** A plan in the reader's words. */
export function outcomeOf(plan: StaffPlan, state: StaffState, actor: Actor): Omit<StaffOutcome, 'errorFileId'> {
  const { pathOf } = departmentFinder(state);
  const { language } = actor;
  const ofKind = (kind: RowKind) => plan.rows.filter((row) => row.kind === kind);
  const listed = (kind: RowKind, msg: (row: PlannedRow) => string): ListedRow[] =>
    ofKind(kind)
      .slice(0, mostListed)
      .map((row) => ({
        row: row.source.row,
        realname: row.read.realname || (row.person?.realname ?? ''),
        username: row.source.cells.username ?? '',
        dept: row.read.dept,
        msg: msg(row),
      }));
  const pathOfMade = (deptId: number, made: readonly string[]): string =>
    [...(deptId === 0 ? [] : [pathOf(deptId)]), ...made].join('/');
  const superiorOf = ({ read }: PlannedRow): string => read.superior;
  const nameOf = new Map(state.people.map(({ userId, realname }) => [userId, realname]));

  const changeOf = (row: PlannedRow): string => {
    const { person } = row;
    if (!person) return '';
    const said = (name: string, from: string, to: string): string =>
      translate(language, from === '' ? 'staff_sheet.change_set' : 'staff_sheet.change', {
        name: columnName(name, language),
        from,
        to,
      });
    const shown = (name: string, value: unknown): string => {
      if (name === 'sex') return Number(value) === 0 ? '' : translate(language, `person.sex_${Number(value) as 1 | 2}`);
      if (name === 'email' && !maySeeContact(actor) && value !== row.read.email) return '…';
      return String(value ?? '');
    };
    return [
      ...changesOf(row).map(({ name, from, to }) => said(name, shown(name, from), shown(name, to))),
      ...(isMovedTo(row) && row.place
        ? [said('dept', pathOf(person.deptId), pathOfMade(row.place.deptId, row.place.made))]
        : []),
      ...(hasNewSuperior(row) ? [said('superior', nameOf.get(person.parentId) ?? '', superiorOf(row))] : []),
    ].join(translate(language, 'sheet.reason_and'));
  };
  return {
    counts: {
      new: ofKind('new').length,
      changed: ofKind('changed').length,
      same: ofKind('same').length,
      refused: ofKind('refused').length,
      departments: plan.departments.length,
    },
    departments: plan.departments.slice(0, mostListed).map(({ deptId, made }) => pathOfMade(deptId, made)),
    rows: {
      new: listed('new', () => ''),
      changed: listed('changed', changeOf),
      refused: listed('refused', (row) => reasonOf(row, language).msg),
    },
  };
}

const columnName = (name: string, language: Language): string =>
  staffColumns.find((column) => column.name === name)?.labels[language] ?? name;

/** All that is wrong with a row. */
export function reasonOf({ problems }: PlannedRow, language: Language): { column: string; msg: string } {
  const names = new Map<string, string>(staffColumns.map(({ name, labels }) => [name, labels[language]]));
  const [first, ...further] = problems;
  return rowReason(language, names, {
    code: first?.code ?? null,
    params: first?.params ?? {},
    column_name: first?.column ?? null,
    further,
  });
}
