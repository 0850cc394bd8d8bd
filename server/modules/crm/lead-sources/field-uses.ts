import { sql } from 'kysely';
import type { StoredCondition } from '#server/record/scenes/stored-conditions.ts';
import type { StoredForm, StoredRule } from '#server/modules/crm/lead-sources/sources.ts';
import type { FieldUseKind } from '#server/record/form-life/uses.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

const columnsIn = (conditions: readonly StoredCondition[]): string[] =>
  conditions.flatMap(({ any, column }) => (any ? columnsIn(any) : (column ?? [])));

/** Sources whose form asks for a field, or whose rules look at it; all of them, of the field that names the source. */
export const leadSourceUses: FieldUseKind = {
  name: 'lead_source',
  title: 'field_use.lead_source',
  columns: ['lead_source.form', 'lead_source.rules', 'lead_source_field.field_id'],
  rows: [
    {
      table: 'lead_source_field',
      // one field names the source, which another one may do by now
      put: (db, rows) =>
        sql`
          insert into lead_source_field
          select * from jsonb_populate_recordset(null::lead_source_field, ${rows}::jsonb)
          where not exists (select from lead_source_field) on conflict do nothing`.execute(db),
    },
  ],
  page: { path: '/manager/system-clue', needs: 'manage:crm:clue' },
  find: async (db, _actor, { type, field, id }) => {
    if (type.code !== leadsType.code) return [];
    const { rows } = await sql<{ name: string; form: Partial<StoredForm>; rules: StoredRule[]; isSource: boolean }>`
      select name, form, rules, exists (select from lead_source_field where field_id = ${field.fieldId}) as "isSource"
      from lead_source order by lead_source_id`.execute(db);
    return rows
      .filter(
        ({ form, rules, isSource }) =>
          isSource ||
          (form.fieldIds ?? []).includes(field.fieldId) ||
          rules.some(({ conditions }) => columnsIn(conditions).includes(id)),
      )
      .map(({ name }) => ({ name }));
  },
};
