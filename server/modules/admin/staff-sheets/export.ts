import { staffColumns, workbookColumns, type StaffColumnName } from '#server/modules/admin/staff-sheets/columns.ts';
import { departmentFinder } from '#server/modules/admin/staff-sheets/plan/departments.ts';
import { readState } from '#server/modules/admin/staff-sheets/state.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import type { Kysely } from 'kysely';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';

/** Exports per hour and person (security A13). */
const perHour = 5;

/** An empty sheet of staff, with notes on what belongs where. */
export const writeTemplate = (language: Language, path: string): Promise<void> =>
  writeWorkbook({
    path,
    titleRow: translate(language, 'staff_sheet.template_title'),
    columns: workbookColumns(language),
  });

/**
 * Writes everybody who is not disabled as the sheet that an import reads: sent back unchanged, it changes nothing.
 * @throws AppError `export.too_often`, `export.too_many`
 */
export async function exportStaff(db: Kysely<Tables>, actor: Actor, path: string): Promise<void> {
  const { userId, address, language } = actor;
  await takeTurn(
    db,
    { userId, what: 'export staff', address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const rows = await exportedRows(db, actor);
  requireFewRows(await readExportLimit(db), rows.length);
  await writeWorkbook({ path, columns: workbookColumns(language) }, async (writer) => {
    for (const cells of rows) await writer.addRow(staffColumns.map(({ name }) => cells[name]));
  });
}

async function exportedRows(db: Database, actor: Actor): Promise<Record<StaffColumnName, string>[]> {
  const state = await readState(db, actor);
  const { pathOf } = departmentFinder(state);
  const byId = new Map(state.people.map((person) => [person.userId, person]));
  const named = Map.groupBy(state.people, ({ realname }) => realname);
  const usernames = new Set(state.people.map(({ username }) => username));
  const { language } = actor;
  const superiorOf = (parentId: number): string => {
    const superior = byId.get(parentId);
    if (!superior) return '';
    const isClear = named.get(superior.realname)?.length === 1 && !usernames.has(superior.realname);
    return isClear ? superior.realname : superior.username;
  };
  return state.people
    .filter(({ isDisabled }) => !isDisabled)
    .map((person) => ({
      realname: person.realname,
      username: person.username,
      dept: pathOf(person.deptId),
      post: person.post,
      superior: superiorOf(person.parentId),
      roles: person.roles.join(translate(language, 'staff.list_comma')),
      sex: person.sex === 0 ? '' : translate(language, `person.sex_${person.sex as 1 | 2}`),
      email: person.email,
      num: person.num,
    }));
}
