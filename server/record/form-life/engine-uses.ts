import { sql } from 'kysely';
import '#server/record/scenes/tables.ts';
import '#server/record/printing/templates/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { findColumn, lineColumns, listColumns } from '#server/record/fields/columns.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { fieldsInFormula, madeOf, type FormRow } from '#server/record/form-life/form-rows.ts';
import {
  renamedValue,
  type AskedField,
  type FieldUse,
  type FieldUseKind,
  type OptionNames,
} from '#server/record/form-life/uses.ts';
import { keysOfTemplate } from '#server/record/printing/templates/template-keys.ts';
import { typeOfFields } from '#server/record/registry.ts';
import { shownTo, type StoredScene } from '#server/record/scenes/scenes.ts';
import { rulesOf } from '#server/record/unique-rules/rules.ts';
import { namesOf } from '#server/record/write/unique.ts';
import { fieldsInRules } from '#shared/record/form-rules/field-rules.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { isFormType, type Field } from '#shared/record/field.ts';
import { printTemplate } from '#shared/record/printing/template.ts';

/** Names in conditions, those of alternatives too. */
const namesIn = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap((one) => (one.any ? namesIn(one.any) : [one.fieldName ?? one.name ?? '']));

interface Test {
  readonly fieldName?: string | undefined;
  readonly name?: string | undefined;
  readonly value?: unknown;
  readonly any?: readonly Test[] | undefined;
}

/** Conditions in which options of a field have their new names. */
const renamedIn = <T extends Test>(
  conditions: readonly T[],
  means: (name: string) => boolean,
  names: OptionNames,
): T[] =>
  conditions.map((one) => ({
    ...one,
    ...(one.any && { any: renamedIn(one.any, means, names) }),
    ...(means(one.fieldName ?? one.name ?? '') && { value: renamedValue(one.value, names) }),
  }));

/** Whether a name in conditions means the field now. */
async function meaningOf(db: Database, { type, id }: AskedField): Promise<(name: string) => boolean> {
  const columns = [...listColumns(type, await readFields(db, type.code)), ...lineColumns(type)];
  return (name) => findColumn(columns, name)?.id === id;
}

async function rowsWhere(
  db: Database,
  column: 'formula' | 'default_formula' | 'rollup' | 'relevant' | 'rules',
): Promise<(FormRow & { type_code: number })[]> {
  const rows = await db
    .selectFrom('record_field')
    .selectAll()
    .where(column, 'is not', null)
    .orderBy('type_code')
    .orderBy('sorting')
    .orderBy('field_id')
    .execute();
  return rows as unknown as (FormRow & { type_code: number })[];
}

/** A field by its label, with the noun of its type where that is another one. */
function named(actor: Actor, asked: AskedField, row: FormRow & { readonly type_code: number }): FieldUse {
  const type = typeOfFields(row.type_code);
  const { field_type: kind, field_name: fieldName, form_type: formType, name } = row;
  const label = labelOf(
    type,
    { fieldType: kind === 1 ? 1 : 0, fieldName, formType: isFormType(formType) ? formType : 'text', name },
    actor.language,
  );
  if (type.code === asked.type.code) return { name: label, fieldId: row.field_id };
  const noun = isMessageKey(type.name) ? translate(actor.language, type.name as MessageKey) : type.name;
  return { name: `${noun} · ${label}` };
}

const isOwn = (row: FormRow, { fieldId }: Field): boolean => row.field_id === fieldId;

/** A role that did not see the field does not, whatever has been opened to it since. */
async function putLevels(db: Database, rows: string): Promise<void> {
  const levels = sql`(
    select k.* from jsonb_populate_recordset(null::role_field, ${rows}::jsonb) as k join role using (role_id))`;
  await sql`
    insert into role_field_type (role_id, type_code) select role_id, type_code from ${levels} as l
    on conflict do nothing`.execute(db);
  await sql`
    insert into role_field (role_id, type_code, field_id, level)
    select role_id, type_code, field_id, level from ${levels} as l on conflict do nothing`.execute(db);
}

/** The uses of fields that the engine itself knows. */
export const engineUses: readonly FieldUseKind[] = [
  {
    name: 'formula',
    title: 'field_use.formula',
    columns: ['record_field.formula'],
    blocks: true,
    find: async (db, actor, asked) =>
      (await rowsWhere(db, 'formula'))
        .filter(
          (row) => row.type_code === asked.type.code && !isOwn(row, asked.field) && madeOf(row).includes(asked.id),
        )
        .map((row) => named(actor, asked, row)),
  },
  {
    name: 'default',
    title: 'field_use.default',
    columns: ['record_field.default_formula'],
    blocks: true,
    find: async (db, actor, asked) =>
      (await rowsWhere(db, 'default_formula'))
        .filter(
          ({ type_code: code, default_formula: text }) =>
            code === asked.type.code && fieldsInFormula(text ?? '').includes(asked.id),
        )
        .map((row) => named(actor, asked, row)),
  },
  {
    name: 'rollup',
    title: 'field_use.rollup',
    columns: ['record_field.rollup'],
    blocks: true,
    renameOptions: async (db, _actor, asked, names) => {
      for (const { field_id: fieldId, rollup } of await rowsWhere(db, 'rollup')) {
        if (rollup?.child !== asked.type.code || !rollup.where) continue;
        const where = renamedIn(rollup.where, (name) => name === asked.id, names);
        await db
          .updateTable('record_field')
          .set({ rollup: JSON.stringify({ ...rollup, where }) })
          .where('field_id', '=', fieldId)
          .execute();
      }
    },
    find: async (db, actor, asked) =>
      (await rowsWhere(db, 'rollup'))
        .filter((row) => row.rollup?.child === asked.type.code && madeOf(row).includes(asked.id))
        .map((row) => named(actor, asked, row)),
  },
  {
    name: 'rules',
    title: 'field_use.rules',
    columns: ['record_field.rules'],
    blocks: true,
    find: async (db, actor, asked) =>
      (await rowsWhere(db, 'rules'))
        .filter((row) => row.type_code === asked.type.code && fieldsInRules(row.rules ?? {}).includes(asked.id))
        .map((row) => named(actor, asked, row)),
  },
  {
    name: 'together',
    title: 'field_use.together',
    columns: ['unique_rule.field_ids'],
    blocks: true,
    find: async (db, actor, { type, field }) => {
      const { byId } = await readFields(db, type.code);
      const labels = (ids: readonly number[]) =>
        ids.flatMap((fieldId) => {
          const one = byId.get(fieldId);
          return one ? [{ name: labelOf(type, one, actor.language) }] : [];
        });
      return (await rulesOf(db, type))
        .filter(({ field_ids: ids }) => ids.includes(field.fieldId))
        .map(({ field_ids: ids }) => ({ name: namesOf(labels(ids)) }));
    },
  },
  {
    name: 'relevant',
    title: 'field_use.relevant',
    columns: ['record_field.relevant'],
    find: async (db, actor, asked) =>
      (await rowsWhere(db, 'relevant'))
        .filter((row) => row.relevant === asked.field.fieldId || isOwn(row, asked.field))
        .map((row) => named(actor, asked, row)),
  },
  {
    name: 'scene',
    title: 'field_use.scene',
    columns: ['scene.data', 'scene.sort_field'],
    renameOptions: async (db, _actor, asked, names) => {
      const means = await meaningOf(db, asked);
      const { rows } = await sql<{ id: number; data: Condition[] }>`
        select scene_id as id, data from scene where type_code = ${asked.type.code} and data <> '[]'`.execute(db);
      for (const { id, data } of rows)
        if (namesIn(data).some(means))
          await sql`
            update scene set data = ${JSON.stringify(renamedIn(data, means, names))}::jsonb
            where scene_id = ${id}`.execute(db);
    },
    find: async (db, actor, asked) => {
      const means = await meaningOf(db, asked);
      const { rows } = await sql<Pick<StoredScene, 'name' | 'data' | 'sort_field'> & { readonly isShown: boolean }>`
        select s.name, s.data, s.sort_field, ${shownTo(actor)} as "isShown" from scene s
        where s.type_code = ${asked.type.code} and s.kind is null and (s.data <> '[]' or s.sort_field is not null)
        order by s.name, s.scene_id`.execute(db);
      const using = rows.filter(
        ({ data, sort_field: sort }) =>
          namesIn((data ?? []) as Condition[]).some(means) || (sort !== null && means(sort)),
      );
      const shown = using.filter(({ isShown }) => isShown);
      return [...shown.map(({ name }) => ({ name })), { unnamed: using.length - shown.length }];
    },
  },
  {
    name: 'columns',
    title: 'field_use.columns',
    columns: ['record_head.columns'],
    find: async (db, _actor, { type, id }) => {
      const lists = [type.name, `${type.name}_pool`];
      const { rows } = await sql<{ n: number }>`
        select count(distinct h.user_id)::int as n from record_head h, jsonb_array_elements(h.columns) as c
        where (h.list_name = any(${lists}::text[]) or starts_with(h.list_name, ${`${type.name}/`}))
          and c ->> 'id' = ${id} and not coalesce((c ->> 'hidden')::boolean, false)`.execute(db);
      return [{ unnamed: rows[0]?.n ?? 0 }];
    },
  },
  {
    name: 'template',
    title: 'field_use.template',
    columns: ['document_template_version.content'],
    page: { path: '/manager/print-templates', needs: 'manage:crm:setting' },
    find: async (db, _actor, { type, id }) => {
      const rows = await db
        .selectFrom('document_template as t')
        .innerJoin('document_template_version as v', (join) =>
          join.onRef('v.template_id', '=', 't.template_id').onRef('v.version', '=', 't.version'),
        )
        .select(['t.name', 'v.content'])
        .where('t.type_code', '=', type.code)
        .orderBy('t.name')
        .execute();
      return rows
        .filter(({ content }) => {
          const read = printTemplate.safeParse(content);
          return read.success && keysOfTemplate(read.data).record.has(id);
        })
        .map(({ name }) => ({ name }));
    },
  },
  {
    name: 'role',
    title: 'field_use.role',
    columns: ['role_field.field_id'],
    rows: [{ table: 'role_field', put: putLevels }],
    page: { path: '/manager/role-auth', needs: 'manage:permission:update' },
    find: async (db, _actor, { field }) => {
      const { rows } = await sql<{ name: string }>`
        select r.role_name as name from role_field f join role r using (role_id) where f.field_id = ${field.fieldId}
        order by r.role_name`.execute(db);
      return rows;
    },
  },
  {
    // of the field itself: it numbers records, and goes on where it stopped
    name: 'sequence',
    title: 'field_use.sequence',
    columns: ['record_sequence.field_id', 'sequence_counter.field_id'],
    rows: [
      {
        table: 'record_sequence',
        put: (db, rows) =>
          sql`
            insert into record_sequence select * from jsonb_populate_recordset(null::record_sequence, ${rows}::jsonb)
            on conflict do nothing`.execute(db),
      },
      {
        table: 'sequence_counter',
        put: (db, rows) =>
          sql`
            insert into sequence_counter select * from jsonb_populate_recordset(null::sequence_counter, ${rows}::jsonb)
            on conflict do nothing`.execute(db),
      },
    ],
    find: async (db, _actor, { field }) => {
      const { rows } = await sql<{ name: string }>`
        select pattern as name from record_sequence where field_id = ${field.fieldId}`.execute(db);
      return rows;
    },
  },
];
