import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bulkColumns, nounOf, type BulkColumn, type ColumnName } from '#server/record/bulk-sheets/columns.ts';
import { personWords } from '#server/record/bulk-sheets/find-people.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { followUpCategories, kindName } from '#server/record/follow-ups/kinds.ts';

/** Help on a column next to its heading, and the cell of the example row. */
interface Hints extends Pick<WorkbookColumn, 'note' | 'options'> {
  readonly example: string;
}

/** An empty sheet of a kind: headings, choices, and one example row. */
export async function writeBulkTemplate(
  db: Database,
  actor: Actor,
  type: RecordType,
  kind: BulkSheetKind,
  path: string,
): Promise<void> {
  const { language } = actor;
  const noun = nounOf(type, language);
  const all = bulkColumns(type, await fieldsOf(db, actor, type), kind);
  const hints = await hintsOf(db, actor, noun, kind, all);
  // the title names the record; authors with ids add the column named in the note
  const columns = all.filter(({ name }) => name !== 'id');
  const sheet = {
    path,
    titleRow: translate(language, `bulk_sheet.title.${kind}`, { noun }),
    columns: columns.map(({ name, labels, required }): WorkbookColumn => {
      const isRequired = required || name === 'name';
      const { note, options } = hints[name];
      return {
        header: labels[language] + (isRequired ? translate(language, 'sheet.required_mark') : ''),
        kind: 'text',
        isRequired,
        width: 24,
        ...(note === undefined ? {} : { note }),
        ...(options === undefined ? {} : { options }),
      };
    }),
  };
  await writeWorkbook(sheet, (writer) => writer.addRow(columns.map(({ name }) => hints[name].example)));
}

async function hintsOf(
  db: Database,
  actor: Actor,
  noun: string,
  kind: BulkSheetKind,
  columns: readonly BulkColumn[],
): Promise<Readonly<Record<ColumnName, Hints>>> {
  const { language, realname } = actor;
  const say = (key: Parameters<typeof translate>[1], params = {}) => translate(language, key, params);
  const words = personWords(actor);
  const person = say('bulk_sheet.example.person');
  const powerNames = [say('team.read'), say('team.write')];
  const oldNames = [say('bulk_sheet.old.keep'), say('bulk_sheet.old.remove')];
  const categories = kind === 'follow_up' ? await followUpCategories(db) : [];
  const id = columns.find(({ name }) => name === 'id')?.labels[language] ?? '';
  return {
    name: { example: say('bulk_sheet.example.name', { noun }), note: say('bulk_sheet.note.name', { id }) },
    id: { example: '' },
    members: { example: person, note: say('bulk_sheet.note.people', words) },
    power: { example: powerNames[0] ?? '', options: powerNames },
    content: { example: say('bulk_sheet.example.content') },
    // no fixed list: a follow-up from elsewhere may have another kind
    category: { example: kindName(categories[0] ?? '', language) },
    time: { example: '', note: say('bulk_sheet.note.time') },
    author: { example: realname, note: say('bulk_sheet.note.author', words) },
    next_time: { example: '' },
    new_owner: { example: person, note: say('bulk_sheet.note.person', words) },
    old_owner: { example: oldNames[0] ?? '', options: oldNames, note: say('bulk_sheet.note.old_owner') },
  };
}
