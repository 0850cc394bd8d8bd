import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { fieldUseKinds } from '#server/record/form-life/uses.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import type { FieldUses } from '#shared/record/form-life/form-life-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, setUp, design } = openFieldSetup(() => company);
const add = async (label: number, fields: readonly Record<string, unknown>[]) => {
  const rows = (await ask('field/list', { label }, 'admin')).data as Record<string, unknown>[];
  expect((await ask('field/save', { label, data: [...rows, ...fields] }, 'admin')).msg).toBe('');
};
const idOf = async (label: number, name: string) =>
  ((await ask('field/list', { label }, 'admin')).data as { name: string; fieldId: number }[]).find(
    (row) => row.name === name,
  )?.fieldId ?? 0;
async function usesOf(label: number, name: string) {
  const answer = await ask('field/queryUses', { label, fieldId: await idOf(label, name) }, 'admin');
  expect(answer.msg).toBe('');
  return answer.data as FieldUses[];
}
const use = async (label: number, name: string, kind: string) =>
  (await usesOf(label, name)).find((one) => one.kind === kind);

describe('the uses of a field', () => {
  it('are none for one that nothing uses', async () => {
    await add(2, [{ name: '闲项', formType: 'text' }]);
    expect(await usesOf(2, '闲项')).toEqual([]);
    expect((await ask('field/queryUses', { label: 2, fieldId: 999_999 }, 'admin')).code).toBe(400);
  });

  it('are formulas and roll-ups, which forbid its deletion, before all others', async () => {
    await add(2, [{ name: '基数', formType: 'number' }]);
    await add(2, [{ name: '翻倍', formType: 'number', formula: '{基数} * 2', decimals: 0 }]);
    const scene = { type: 2, name: '大基数', data: [{ fieldName: '基数', condition: 'gt', value: '1' }] };
    expect((await ask('scene/addScene', scene, 'admin')).code).toBe(0);
    const uses = await usesOf(2, '基数');
    expect(uses.map(({ kind, blocks }) => [kind, blocks])).toEqual([
      ['formula', 1],
      ['scene', 0],
    ]);
    expect(uses[0]).toMatchObject({
      title: '公式',
      total: 1,
      list: [{ name: '翻倍', fieldId: await idOf(2, '翻倍') }],
    });
    expect((await design({ 基数: null })).msg).toContain('翻倍');
    await add(3, [{ name: '人数', formType: 'number' }]);
    const rollup = { label: 3, relation: 'customer_id', kind: 'sum', fieldId: await idOf(3, '人数') };
    await add(2, [{ name: '总人数', formType: 'number', rollup, decimals: 0 }]);
    expect(await use(3, '人数', 'rollup')).toMatchObject({
      blocks: 1,
      list: [{ name: '客户 · 总人数', fieldId: null }],
    });
  });

  it('name own and shared scenes, and count those of others', async () => {
    await add(2, [{ name: '片区', formType: 'text' }]);
    const scene = (name: string, more: Record<string, unknown> = {}) => ({
      type: 2,
      name,
      data: [{ any: [{ fieldName: '片区', condition: 'is', value: '东' }] }],
      ...more,
    });
    expect((await ask('scene/addScene', scene('我的东区'), 'seller')).code).toBe(0);
    expect((await ask('scene/addScene', scene('东区'), 'admin')).code).toBe(0);
    const sorted = { type: 2, name: '按片区', data: [], sortField: '片区', sortOrder: 1 };
    expect((await ask('scene/addScene', sorted, 'admin')).code).toBe(0);
    expect(await use(2, '片区', 'scene')).toMatchObject({
      total: 3,
      list: [{ name: '东区' }, { name: '按片区' }],
    });
    // also after another name, by which scenes do not know it any more
    expect((await design({ 片区: { name: '区片' } })).msg).toBe('');
    expect(await use(2, '区片', 'scene')).toBeUndefined();
  });

  it('are columns that people see, conditions of flows, templates, stages, roles, sources and bindings', async () => {
    await add(2, [{ name: '栏项', formType: 'text' }]);
    const column = `f${await idOf(2, '栏项')}`;
    const heads = { label: 2, noHideIds: `customer_name,${column}` };
    expect((await ask('field/fieldConfig', heads, 'seller')).code).toBe(0);
    expect(await use(2, '栏项', 'columns')).toMatchObject({ total: 1, list: [] });

    await add(6, [{ name: '条款', formType: 'text' }]);
    await sql`
      insert into approval_flow (category_type, examine_type, name, conditions, create_user_id)
      values (1, 2, '大单', '[{"fieldName":"条款","condition":"is","value":"特"}]', 3)`.execute(company.db);
    expect(await use(6, '条款', 'flow')).toMatchObject({ list: [{ name: '大单' }] });
    const key = `f${await idOf(6, '条款')}`;
    const content = JSON.stringify({ page: { margins: {} }, blocks: [{ kind: 'text', text: `条款：{${key}}` }] });
    expect((await ask('printing/saveTemplate', { label: 6, name: '条款版', content }, 'admin')).msg).toBe('');
    expect(await use(6, '条款', 'template')).toMatchObject({
      path: '/manager/print-templates',
      list: [{ name: '条款版' }],
    });

    await add(5, [{ name: '预算', formType: 'number' }]);
    await sql`update business_status set required_field_ids = array[${await idOf(5, '预算')}::int] where status_id = (
      select min(status_id) from business_status)`.execute(company.db);
    expect(await use(5, '预算', 'stage')).toMatchObject({ total: 1 });
    const role = { roleId: 7, label: 2, data: [{ fieldId: await idOf(2, '栏项'), level: 0 }] };
    expect((await ask('field/saveRoleField', role, 'admin')).msg).toBe('');
    expect(await use(2, '栏项', 'role')).toMatchObject({ total: 1 });

    expect((await use(1, '线索来源', 'lead_source'))?.total).toBeGreaterThan(0);
    await sql`insert into owner_source (agent_user_id, source, adviser_user_ids, effective_date, create_user_id)
      values (${company.people.agent.userId}, '*', array[3], current_date, 3)`.execute(company.db);
    expect(await use(2, '客户来源', 'owner_source')).toMatchObject({ list: [{ name: company.people.agent.realname }] });
    await add(2, [{ name: '流水', formType: 'sequence' }]);
    const sequence = { fieldId: await idOf(2, '流水'), pattern: 'LS-{0000}', reset: 'never' };
    expect((await ask('field/setSequence', sequence, 'admin')).msg).toBe('');
    expect(await use(2, '流水', 'sequence')).toMatchObject({ list: [{ name: 'LS-{0000}' }] });
    expect((await design({ 流水: null })).msg).toBe('');
    expect((await ask('field/restoreDeleted', { label: 2, fieldId: sequence.fieldId }, 'admin')).msg).toBe('');
    expect(await use(2, '流水', 'sequence')).toMatchObject({ list: [{ name: 'LS-{0000}' }] });
    expect((await setUp()).some((row) => row.name === '流水')).toBe(true);
  });
});

/** Columns that could hold a field and hold none that a company could delete, with the reason. */
const others: Readonly<Record<string, string>> = {
  'app_user.secret_known_to': 'people',
  'approval_category.fields': 'a form of its own',
  'approval_flow.steps': 'people',
  'approval_round.snapshot': 'what was submitted, which stays',
  'deleted_field.field': 'the bin itself',
  'deleted_field.field_id': 'the bin itself',
  'deleted_field.kept': 'the bin itself',
  'event.changes': 'history',
  'event.details': 'history',
  'form_version.fields': 'history',
  'hand_over.kept': 'names',
  'hand_over_item.reason': 'words',
  'hand_over_receipt.receipt': 'what was handed over',
  'idempotency.reply': 'answers of two days',
  'import_row.before': 'history',
  'import_row.cells': 'the sheet',
  'import_row.further': 'history',
  'import_row.params': 'words',
  'import_task.error_params': 'words',
  'import_task.headings': 'the sheet',
  'import_task.mapping': 'history: an import runs at once',
  'message.details': 'words',
  'operation.details': 'history',
  'operation_row.before': 'history',
  'operation_row.lines_before': 'history',
  'operation_row.team_before': 'people',
  'outbox.payload': 'leaves as it was',
  'password_link.known_to': 'people',
  'program_token.abilities': 'rights',
  'program_token.maker_known_to': 'people',
  'push_event.ids': 'records',
  'record_field.field_id': 'the field itself',
  'record_field.field_name': 'the field itself',
  'record_field.field_type': 'the field itself',
  'record_field.options': 'the field itself',
  'rights_request.changes': 'checked when it is granted',
  'rights_request.gains': 'checked when it is granted',
  'setting_change.after': 'history',
  'setting_change.before': 'history',
  'sms_blacklist.business_keys': 'kinds of messages',
  'staff_import.changed': 'people',
  'staff_import.made': 'people',
  'goal.months': 'amounts',
  'guide_item.tags': 'words',
  'unique_collision.field_id': 'the field itself: values that clashed once',
  'unique_value.field_id': 'the field itself: its values',
  'webhook.events': 'verbs',
  'webhook.types': 'record types',
  'record_field.default_inputs': 'what values were once computed from, which stays',
};
/** Values of records, addresses and lists of people. */
const isValue = (name: string) =>
  /\.(custom|map_address|company_user_id)$|_ids$|\.(share_users|share_depts|targets|types|further_rows)$/.test(name);

describe('every column of the database that can hold fields', () => {
  it('is declared by the use that it is of, or said to hold none', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type = 'jsonb' or data_type = 'ARRAY' or column_name ~ 'field'
        or column_name in ('formula', 'default_formula', 'relevant') or column_name = 'sort_field')`.execute(
      company.db,
    );
    const declared = new Set(fieldUseKinds().flatMap(({ columns }) => columns));
    const unknown = rows
      .map(({ name }) => name)
      .filter((name) => !declared.has(name) && !(name in others) && !isValue(name));
    expect(unknown).toEqual([]);
    const all = new Set(
      (
        await sql<{ name: string }>`
          select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
          company.db,
        )
      ).rows.map(({ name }) => name),
    );
    expect([...declared, ...Object.keys(others)].filter((name) => !all.has(name))).toEqual([]);
  });

  it('goes and comes back with the field where the database would delete it', async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive of_field as (
        select 'record_field'::regclass::oid as oid
        union
        select c.conrelid from pg_constraint c join of_field f on c.confrelid = f.oid
        where c.contype = 'f' and c.confdeltype = 'c'
      ) select oid::regclass::text as name from of_field where oid <> 'record_field'::regclass`.execute(company.db);
    const kept = new Set(fieldUseKinds().flatMap(({ rows: tables = [] }) => tables.map(({ table }) => table)));
    // what clashed before the index was made is of no more use
    expect(rows.map(({ name }) => name).filter((name) => name !== 'unique_collision' && !kept.has(name))).toEqual([]);
  });
});
