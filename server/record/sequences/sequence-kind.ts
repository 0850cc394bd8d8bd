import { sql } from 'kysely';
import '#server/record/sequences/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import { setSequence } from '#server/record/sequences/set-sequence.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { perDepartment, type Reset } from '#shared/record/sequence/pattern.ts';

/** How a field numbers its records. Counters are no part of it: they go on by themselves. */
interface SequenceRule {
  readonly pattern: string;
  readonly reset: Reset;
  readonly per: string;
}

/** The item is the id of the field. */
export const sequenceKind: SettingKind<SequenceRule> = {
  name: 'record_sequence',
  title: 'number_rule.title',
  access: ['manage:crm:field'],
  read: async (db, item) => {
    const { rows } = await sql<SequenceRule>`
      select pattern, reset, per from record_sequence where field_id = ${Number(item)}`.execute(db);
    return rows[0] ?? null;
  },
  write: async (db, actor, item, value) => {
    const fieldId = Number(item);
    if (value) await setSequence(db, actor, { fieldId, ...value });
    else await db.deleteFrom('record_sequence').where('field_id', '=', fieldId).execute();
  },
  nameOf: (db, item, language) => fieldName(db, Number(item), language),
  linesOf: (_db, { pattern, reset, per }, language) =>
    new Map([
      [translate(language, 'number_rule.title'), pattern],
      [translate(language, 'number_rule.reset'), translate(language, `number_rule.${reset}`)],
      [
        translate(language, 'number_rule.per'),
        per === ''
          ? translate(language, 'number_rule.together')
          : per === perDepartment
            ? translate(language, 'sequence.department')
            : per,
      ],
    ]),
};

/** The type and the label of a field; empty where it is gone. */
async function fieldName(db: Database, fieldId: number, language: Language): Promise<string> {
  const row = await db
    .selectFrom('record_field')
    .select('type_code')
    .where('field_id', '=', fieldId)
    .executeTakeFirst();
  if (!row) return '';
  const { type } = recordModule(row.type_code);
  const field = (await readFields(db, type.code)).all.find((one) => one.fieldId === fieldId);
  return field ? `${translate(language, type.name)} · ${labelOf(type, field, language)}` : '';
}
