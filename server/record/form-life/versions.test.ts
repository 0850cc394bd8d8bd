import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { destroyMarked } from '#server/record/form-life/destroy.ts';
import { keepVersion } from '#server/record/form-life/versions.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FormVersion } from '#shared/record/form-life/form-life-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, setUp, design, save, idOf, read } = openFieldSetup(() => company);
const label = 2;
const versions = async (of = label) =>
  (await ask('field/queryVersions', { label: of, limit: 100 }, 'admin')).data as {
    list: FormVersion[];
    totalRow: number;
  };
const newest = async () => (await versions()).list[0];
const restore = (versionId = 0, base?: string) => ask('field/restoreVersion', { versionId, base }, 'admin');
const formNow = async () =>
  (await setUp()).map(({ updateTime: _time, formVersion: _version, sorting: _sorting, ...field }) => field);

describe('versions of a form', () => {
  it('begin with what was there before the first change, and say who changed what', async () => {
    expect((await versions()).list).toEqual([]);
    expect((await design({}, [{ name: '层级', formType: 'select', setting: ['高', '低'] }])).msg).toBe('');
    const { list } = await versions();
    expect(list).toMatchObject([
      { realname: company.people.admin.realname, lines: ['新增字段「层级」'], isNow: 1, isFirst: 0 },
      { realname: '', lines: [], isNow: 0, isFirst: 1 },
    ]);
    // a save that changes nothing is none
    expect((await design({})).msg).toBe('');
    expect((await versions()).totalRow).toBe(2);
    const rows = await setUp();
    const change = { name: '等级', setting: ['高', '中'], isNull: 1, remark: '说明' };
    expect((await design({ 层级: change })).msg).toBe('');
    expect((await newest())?.lines).toEqual([
      '字段「层级」改名为「等级」',
      '「等级」的选项「低」改名为「中」',
      '「等级」设为必填',
      '修改「等级」的备注',
    ]);
    expect((await design({ 等级: { setting: ['中', '高', '低'], isNull: 0 } })).msg).toBe('');
    expect((await newest())?.lines).toEqual(['「等级」新增选项「低」', '调整「等级」的选项顺序', '「等级」取消必填']);
    const now = await setUp();
    expect(now.length).toBe(rows.length);
    expect((await ask('field/save', { label, data: now.toReversed() }, 'admin')).msg).toBe('');
    expect((await newest())?.lines).toEqual(['调整字段顺序']);
    expect((await design({ 等级: null })).msg).toBe('');
    expect((await newest())?.lines).toEqual(['删除字段「等级」']);
  });

  it('keep what changed otherwise as a version of nobody', async () => {
    const fieldId = (await setUp()).find((row) => row.name === '客户级别')?.fieldId;
    await ask('field/addOption', { label, fieldId, name: '特级' }, 'admin');
    expect((await design({}, [{ name: '后来', formType: 'text' }])).msg).toBe('');
    const [own, otherwise] = (await versions()).list;
    expect(own).toMatchObject({ lines: ['新增字段「后来」'] });
    expect(otherwise).toMatchObject({ realname: '', lines: ['「客户级别」新增选项「特级」'] });
  });
});

describe('a former version', () => {
  it('comes back whole, with deleted fields and their values, and can be taken back again', async () => {
    const added = [
      { name: '原价', formType: 'number' },
      { name: '总价', formType: 'number', formula: '{原价} * 3', decimals: 0 },
      { name: '档次', formType: 'select', setting: ['一', '二'] },
    ];
    expect((await design({}, added.slice(0, 1))).msg).toBe('');
    expect((await design({}, added.slice(1))).msg).toBe('');
    const wanted = await formNow();
    const version = await newest();
    const customerId = idOf(
      await save({ customer_name: '版本公司' }, [
        { name: '原价', value: '5' },
        { name: '档次', value: '二' },
      ]),
    );
    expect((await design({ 原价: null, 总价: null, 档次: { name: '原价', setting: ['一'] } })).msg).toBe('');
    expect((await design({}, [{ name: '档次', formType: 'text' }])).msg).toBe('');
    const changed = await formNow();
    const last = await newest();
    expect(await restore(version?.versionId)).toMatchObject({ code: 0, data: { gone: [] } });
    expect(await formNow()).toEqual(wanted);
    expect(await read(customerId)).toMatchObject({ 原价: '5', 总价: '15', 档次: '二' });
    const restored = await newest();
    expect(restored).toMatchObject({
      realname: company.people.admin.realname,
      restoredTime: version?.createTime,
      isNow: 1,
    });
    expect(restored?.lines).toContain('新增字段「总价」');
    // and again as it was
    expect((await restore(last?.versionId)).msg).toBe('');
    expect(await formNow()).toEqual(changed);
    expect((await restore(restored?.versionId)).msg).toBe('');
    expect(await formNow()).toEqual(wanted);
  });

  it('names what is gone for good, and refuses what has been saved since', async () => {
    expect((await design({}, [{ name: '一去', formType: 'text' }])).msg).toBe('');
    const version = await newest();
    const base = (await setUp())[0]?.formVersion;
    const fieldId = (await setUp()).find((row) => row.name === '一去')?.fieldId;
    expect((await design({ 一去: null })).msg).toBe('');
    expect((await ask('field/destroyDeleted', { label, fieldId }, 'admin')).msg).toBe('');
    expect((await restore(version?.versionId, base)).code).toBe(409);
    expect(await restore(version?.versionId)).toMatchObject({ code: 0, data: { gone: ['一去'] } });
    await destroyMarked(company.db);
    expect((await setUp()).some((row) => row.name === '一去')).toBe(false);
    expect((await restore(999_999)).code).toBe(404);
  });

  it('comes once where two restore at the same time by what they saw', async () => {
    const [, former] = (await versions()).list;
    const base = (await setUp())[0]?.formVersion;
    const answers = await Promise.all([1, 2].map(() => restore(former?.versionId, base)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 409]);
  });

  it('is refused as a whole where a part of it cannot be: nothing is half done', async () => {
    expect((await design({}, [{ name: '凭据', formType: 'text', isUnique: 1 }])).msg).toBe('');
    const version = await newest();
    expect((await design({ 凭据: { isUnique: 0 } }, [{ name: '新来', formType: 'text' }])).msg).toBe('');
    for (const name of ['凭据甲', '凭据乙']) await save({ customer_name: name }, [{ name: '凭据', value: '同' }]);
    const before = await formNow();
    const count = (await versions()).totalRow;
    expect((await restore(version?.versionId)).msg).toContain('凭据');
    expect(await formNow()).toEqual(before);
    expect((await versions()).totalRow).toBe(count);
  });

  it('is kept 50 times, and for two years', async () => {
    await sql`
      insert into form_version (type_code, created_at, fields)
      select type_code, now() - interval '1 day', jsonb_set(fields, '{0,remark}', to_jsonb(n::text))
      from generate_series(1, 60) n, (select * from form_version order by version_id desc limit 1) as v`.execute(
      company.db,
    );
    await keepVersion(company.db, customerType, null);
    expect((await versions()).totalRow).toBe(50);
    await sql`update form_version set created_at = now() - interval '3 years'`.execute(company.db);
    expect((await design({}, [{ name: '终项', formType: 'text' }])).msg).toBe('');
    expect((await versions()).totalRow).toBe(1);
  });

  it('has every column of a field: one that is added says how it comes back', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'record_field'`.execute(company.db);
    // `default_inputs` is what was, in every version; a new column belongs in `FormRow`, `draftOf` and the words of versions
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      'field_id type_code field_name field_type form_type operating companion_of sorting name required is_unique hidden options max_length default_value default_formula default_inputs input_tips remark relevant formula formula_decimals rollup rules is_indexed is_index_ready update_time'
        .split(' ')
        .toSorted(),
    );
  });
});
