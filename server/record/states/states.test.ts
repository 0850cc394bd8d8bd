import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerRecordType } from '#server/record/registry.ts';
import { driveState } from '#server/record/states/change.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { failing, fixtureStates, statesType as type, unready } from '#server/testing/fixtures/states.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantAll } from '#server/testing/role-rights.ts';
import type { FilterField, ListHead } from '#shared/record/calls/field-calls.ts';

registerRecordType(type, fixtureStates.rules);

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureStates] });
  imports = openImports(company, customerImports);
  for (const role of [8, 11]) await grantAll(company, role, type);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

const call = (action: string, body: Record<string, unknown>, who: PersonName = 'manager', english = false) =>
  company.call(action.includes('/') ? action : `${type.family}/${action}`, body, {
    as: company.people[who],
    ...(english ? { headers: { 'x-language': 'en' } } : {}),
  });
const ask = async <T>(action: string, body: Record<string, unknown>, who?: PersonName): Promise<T> => {
  const answer = await call(action, body, who);
  expect(answer.msg).toBe('');
  return answer.data as T;
};
type Row = Record<string, unknown>;

const create = async (entity: Row, who: PersonName = 'seller'): Promise<number> =>
  (await ask<Record<string, number>>('addOrUpdate', { entity, field: [] }, who))[type.idKey] ?? 0;
const read = (id: number) => ask<Row>('queryById', { [type.idKey]: id });
const put = (ids: readonly number[], set: string) =>
  sql`update fixture_states set ${sql.raw(set)} where fixture_id = any(${[...ids]}::bigint[])`.execute(company.db);
const change = (ids: readonly number[], transition: string, more: Row = {}, who?: PersonName) =>
  call('changeState', { ids, column: 'issue_status', transition, ...more }, who);
const enter = (ids: readonly number[], to: number, who?: PersonName) =>
  call('changeStage', { ids, transition: 'enter', to }, who);
const issue = async (ids: readonly number[]) =>
  (await ask<{ operationId: number }>('changeState', { ids, column: 'issue_status', transition: 'issue' })).operationId;
const drive = async (ids: readonly number[], transition: string, input?: { remark: string }) => {
  const actor = await company.services.gate.actorFor(company.db, company.people.peer.userId);
  await company.db
    .transaction()
    .execute((db) => driveState(db, type, ids, 'check_status', transition, { driver: 'approval', actor, input }));
};
const historyOf = async (id: number, english = false): Promise<string[]> => {
  const { data } = await call('CrmRecord/queryRecordList', { actionId: id, types: '93' }, 'manager', english);
  return (data as { content: string[] }[]).flatMap(({ content }) => content);
};

describe('a list of records with states', () => {
  const titles = ['甲', '乙', '丙', '丁', '戊', '己'];
  const search = '列表';
  const list = async (query: Row): Promise<string[]> =>
    (await ask<{ list: Row[] }>('queryPageList', { search, limit: 100, ...query })).list.map((row) =>
      String(row['title']).slice(2),
    );
  beforeAll(async () => {
    const ids: number[] = [];
    for (const title of titles) ids.push(await create({ title: `${search}${title}`, pipeline: '新签' }));
    // the declared order is 5, 3, 1, 2, 4, 6
    for (const [at, value] of [6, 4, 2, 1, 3, 5].entries()) await put([ids[at] ?? 0], `check_status = ${value}`);
    await put(ids.slice(0, 2), 'issue_status = 1');
    await put(ids.slice(2, 4), 'stage_id = 3');
    await put(ids.slice(4), "pipeline = '续约'");
  });

  it('has values and names on its rows, and the name and colour of each state', async () => {
    const { list: rows } = await ask<{ list: Row[] }>('queryPageList', { search: '列表丙' });
    expect(rows[0]).toMatchObject({ checkStatus: 2, issueStatus: 0, stageId: 3, stageName: '成交' });
    const heads = await ask<ListHead[]>('field/queryListHead', { label: 93 });
    const head = (key: string) => heads.find(({ stateKey }) => stateKey === key);
    expect(head('checkStatus')).toMatchObject({ fieldName: 'checkStatus', formType: 'checkStatus', sortable: 1 });
    expect(head('checkStatus')?.setting[2]).toEqual({ name: '审核中', value: 3, colour: 'primary' });
    expect(head('issueStatus')).toMatchObject({ formType: 'select' });
    expect(head('stageId')).toMatchObject({ fieldName: 'stageName' });
    expect(head('stageId')?.setting).toEqual([
      { name: '接洽', value: 1, colour: 'primary', group: '新签' },
      { name: '报价', value: 2, colour: 'primary', group: '新签' },
      { name: '成交', value: 3, colour: 'success', group: '新签' },
      { name: '提醒', value: 4, colour: 'warning', group: '续约' },
      { name: '续签', value: 5, colour: 'success', group: '续约' },
    ]);
    const english = (await call('field/queryListHead', { label: 93 }, 'manager', true)).data as ListHead[];
    expect(english.find(({ stateKey }) => stateKey === 'checkStatus')?.setting[2]).toMatchObject({
      name: 'Under review',
    });
  });

  it('sorts in declared order, page by page, and stages by their positions', async () => {
    expect(await list({ sortField: 'checkStatus', order: 2 })).toEqual(['己', '戊', '丁', '丙', '乙', '甲']);
    expect(await list({ sortField: 'check_status', order: 1 })).toEqual(titles);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Row = { search, sortField: 'checkStatus', order: 2, limit: 2, ...(cursor ? { cursor } : {}) };
      const page = await ask<{ list: Row[]; nextCursor: string | null }>('queryPageList', query);
      paged.push(...page.list.map((row) => String(row['title']).slice(2)));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(['己', '戊', '丁', '丙', '乙', '甲']);
    const byStage = await list({ sortField: 'stageName', order: 2 });
    expect(byStage.slice(-2)).toEqual(['丙', '丁']);
  });

  it('is filtered by states, which are offered by name', async () => {
    const fields = await ask<FilterField[]>('scene/queryField', { label: 93 });
    expect(fields.find(({ fieldName }) => fieldName === 'check_status')).toMatchObject({
      formType: 'checkStatus',
      groupable: 1,
      operators: ['is', 'isNot', 'in', 'isNull', 'isNotNull'],
    });
    const where = (fieldName: string, condition: string, value: unknown) =>
      list({ data: [{ fieldName, condition, value }], sortField: 'checkStatus', order: 1 });
    expect(await where('check_status', 'is', 3)).toEqual(['戊']);
    expect(await where('checkStatus', 'in', '1,2')).toEqual(['丙', '丁']);
    expect(await where('stage_id', 'is', 3)).toEqual(['丙', '丁']);
    expect(await where('stage_name', 'isNot', 3)).toEqual(['甲', '乙', '戊', '己']);
    expect(
      (await call('queryPageList', { data: [{ fieldName: 'issue_status', condition: 'gt', value: 0 }] })).code,
    ).toBe(400);
  });

  it('has the declared state scenes, with counts of what the reader sees', async () => {
    await create({ title: '外人的' }, 'stranger');
    const scenes = await ask<{ sceneId: number; name: string; bydata: string }[]>('scene/queryScene', { type: 93 });
    const ofStates = scenes.filter(({ bydata }) => ['checking', 'approved', 'issued'].includes(bydata));
    expect(ofStates.map(({ name }) => name)).toEqual(['审核中', '通过', 'fixture.issued']);
    const english = (await call('scene/queryScene', { type: 93 }, 'manager', true)).data as { name: string }[];
    expect(english.map(({ name }) => name)).toContain('Under review');
    const counts = await ask<{ sceneId: number; totalRow: number; totalExact: number }[]>('scene/querySceneCount', {
      type: 93,
    });
    expect(counts.map(({ totalRow }) => totalRow)).toEqual([1, 1, 2]);
    for (const { sceneId, totalRow } of counts) {
      const shown = await ask<{ list: Row[]; totalRow: number }>('queryPageList', { sceneId });
      expect([shown.totalRow, shown.list.length]).toEqual([totalRow, totalRow]);
    }
    expect(await list({ sceneId: ofStates[0]?.sceneId })).toEqual(['戊']);
    await ask('scene/queryScene', { type: 93 }, 'stranger');
    const theirs = await ask<{ totalRow: number }[]>('scene/querySceneCount', { type: 93 }, 'stranger');
    expect(theirs.map(({ totalRow }) => totalRow)).toEqual([0, 0, 0]);
    expect((await call('scene/querySceneCount', { type: 93 }, 'hr')).code).toBe(403);
    expect(await ask('scene/querySceneCount', { type: 3 })).toEqual([]);
  });

  it('is a board by each of its states; for stages by those of the requested group', async () => {
    const board = async (groupField: string, more: Row = {}) =>
      (
        await ask<{ columns: { name: string; totalRow: number }[] }>('queryBoard', { groupField, search, ...more })
      ).columns.map(({ name, totalRow }) => [name, totalRow]);
    expect((await board('check_status')).map(([name]) => name)).toEqual([
      '未提交',
      '待审核',
      '审核中',
      '通过',
      '拒绝',
      '已撤回',
      '已作废',
    ]);
    expect(await board('stageName')).toEqual([
      ['接洽', 2],
      ['报价', 0],
      ['成交', 2],
      ['提醒', 2],
      ['续签', 0],
      ['未填写', 0],
    ]);
    const data = [{ fieldName: 'pipeline', condition: 'is', value: '新签' }];
    expect(await board('stage_name', { data })).toEqual([
      ['接洽', 2],
      ['报价', 0],
      ['成交', 2],
      ['未填写', 0],
    ]);
  });

  it('is exported with names, in sheets and in the information of a record', async () => {
    const { raw } = await call('allExportExcel', { search, sortField: 'checkStatus', order: 2 });
    const rows = await imports.cells(raw);
    const [heads = [], first = []] = rows.slice(1);
    expect(first[heads.indexOf('check_status')]).toBe('未提交');
    expect(first[heads.indexOf('stage_name')]).toBe('提醒');
    const { list: found } = await ask<{ list: Row[] }>('queryPageList', { search: '列表戊' });
    const shown = await ask<{ fieldName: string; value: string }[]>('field/information', {
      types: 93,
      id: found[0]?.[type.idKey],
    });
    const valueOf = (fieldName: string) => shown.find((one) => one.fieldName === fieldName)?.value;
    expect([valueOf('check_status'), valueOf('stage_name')]).toEqual(['审核中', '提醒']);
  });
});

describe('a transition', () => {
  it('is logged with both states, and with the given reason', async () => {
    const id = await create({ title: '日志', pipeline: '新签' });
    await drive([id], 'submit');
    await drive([id], 'begin');
    await drive([id], 'reject', { remark: '价格有误' });
    await issue([id]);
    await enter([id], 2);
    await change([id], 'void', { input: { reason: 'wrong', remark: '另开' } });
    // a state may lock another column
    expect((await enter([id], 3)).msg).toBe('“日志”当前为“fixture.void”，不能修改stage_name');
    const words = await historyOf(id);
    expect(words.slice(0, 8)).toEqual([
      '将issue_status 由fixture.issued修改为fixture.void。',
      '原因：fixture.wrong、另开',
      '将stage_name 由接洽修改为报价。',
      '将issue_status 由fixture.not_issued修改为fixture.issued。',
      '将check_status 由审核中修改为拒绝。',
      '原因：价格有误',
      '将check_status 由待审核修改为审核中。',
      '将check_status 由未提交修改为待审核。',
    ]);
    expect(await historyOf(id, true)).toContain('changed check_status from Draft to Awaiting approval');
    // a stage keeps its name of the time
    await sql`update fixture_stage set name = '报价阶段' where stage_id = 2`.execute(company.db);
    expect(await historyOf(id)).toContain('将stage_name 由接洽修改为报价。');
    await sql`update fixture_stage set name = '报价' where stage_id = 2`.execute(company.db);
  });

  it('is listed among own actions, and undone there, unless it is final', async () => {
    const id = await create({ title: '撤销' });
    const operationId = await issue([id]);
    const mine = async () =>
      (await ask<{ list: { operationId: number; text: string }[] }>('operation/queryPageList', {})).list;
    expect((await mine())[0]).toMatchObject({ operationId, text: '对crm_fixture_states执行“fixture.issue”' });
    const answer = await change([id], 'void', { input: { reason: 'wrong' } });
    expect(answer.data).toEqual({ operationId: null, count: 1 });
    expect((await mine())[0]).toMatchObject({ operationId });
    // the previous one stays too: the record has changed since
    expect(await ask('operation/undo', { operationId })).toEqual({ undone: 0, kept: [{ id, title: '撤销' }] });
    expect(await read(id)).toMatchObject({ issueStatus: 2 });
  });

  it('accepts the reason that it requires, or a free text', async () => {
    const id = await create({ title: '原因' });
    await issue([id]);
    for (const input of [undefined, {}, { reason: 'other' }, { remark: ' ' }])
      expect((await change([id], 'void', { input })).msg).toBe('请填写“fixture.make_void”的原因');
    expect((await change([id], 'reopen', { input: { reason: 'wrong' } })).code).toBe(422);
    expect(await read(id)).toMatchObject({ issueStatus: 1 });
    const body = {
      ids: String(id),
      column: 'issue_status',
      transition: 'void',
      input: JSON.stringify({ remark: '重开' }),
    };
    const form = await company.call(`${type.family}/changeState`, body, { as: company.people.manager, form: true });
    expect([form.code, form.msg]).toEqual([0, '']);
  });

  it('is prevented by its guard for all records, each with its reason', async () => {
    const [good, one, other] = [
      await create({ title: '齐备' }),
      await create({ title: '缺甲', remark: unready }),
      await create({ title: '缺乙', remark: unready }),
    ];
    const single = await change([good, one], 'issue');
    expect([single.code, single.msg]).toEqual([422, '缺甲的资料不能为空']);
    const answer = await change([good, one, other], 'issue');
    expect([answer.code, answer.msg]).toEqual([422, '2条记录不能执行“fixture.issue”：缺甲、缺乙']);
    expect(answer.body['detail']).toEqual({
      refused: [
        { id: one, name: '缺甲', msg: '缺甲的资料不能为空' },
        { id: other, name: '缺乙', msg: '缺乙的资料不能为空' },
      ],
    });
    expect(await read(good)).toMatchObject({ issueStatus: 0, version: 1 });
  });

  it('has its effect in the same transaction', async () => {
    const [good, bad] = [await create({ title: '顺利' }), await create({ title: '出错', remark: failing })];
    const effects = async (ids: readonly number[]) =>
      (
        await sql<{ operation: number | null }>`
          select operation_id as operation from fixture_issue where record_id = any(${[...ids]}::bigint[])`.execute(
          company.db,
        )
      ).rows.map(({ operation }) => operation);
    expect((await change([good, bad], 'issue')).code).not.toBe(0);
    expect(await effects([good, bad])).toEqual([]);
    expect(await read(good)).toMatchObject({ issueStatus: 0, version: 1 });
    const operationId = await issue([good]);
    expect(await effects([good])).toEqual([operationId]);
    const { rows } = await sql<{ is_set: boolean }>`
      select issue_time is not null as is_set from fixture_states where fixture_id = ${good}`.execute(company.db);
    expect(rows).toEqual([{ is_set: true }]);
  });

  it('of a record changed meanwhile is a conflict, unless the state itself gives a better reason', async () => {
    const id = await create({ title: '版本' });
    await ask('addOrUpdate', { entity: { [type.idKey]: id, remark: '改过' }, field: [] }, 'seller');
    const stale = await change([id], 'issue', { versions: { [id]: 1 } });
    expect([stale.code, stale.msg]).toEqual([409, '“版本”已被王芳修改，请确认后再保存']);
    await issue([id]);
    const lost = await change([id], 'issue', { versions: { [id]: 2 } }, 'seller');
    expect(lost.msg).toMatch(
      /^“版本”已由孙经理于\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}改为“fixture.issued”，不能再改为“fixture.issued”$/,
    );
  });

  it('refuses unknown values', async () => {
    const id = await create({ title: '未知', pipeline: '新签' });
    const refused = async (body: Row): Promise<Answer> => call('changeState', { ids: [id], ...body });
    for (const body of [
      { column: 'issue_status', transition: 'toString' },
      { column: 'issue_status', transition: 'enter' },
      { column: 'stage_id', transition: 'enter', to: 2 },
      { transition: 'issue', column: 'title' },
    ])
      expect((await refused(body)).code).toBe(400);
    expect((await call('changeStage', { ids: [id], transition: 'enter' })).code).toBe(400);
    expect((await enter([id], 77)).code).toBe(400);
    const driven = await refused({ column: 'check_status', transition: 'submit' });
    expect(driven.code).toBe(400);
    await expect(drive([id], 'begin')).rejects.toMatchObject({ code: 'state.from' });
    expect(await read(id)).toMatchObject({ version: 1 });
  });
});

describe('stages', () => {
  it('start with the first of the group, and restart with another group, whoever writes', async () => {
    const id = await create({ title: '阶段' });
    expect(await read(id)).toMatchObject({ stageId: '', stageName: '' });
    await ask('addOrUpdate', { entity: { [type.idKey]: id, pipeline: '新签' }, field: [] });
    expect(await read(id)).toMatchObject({ stageId: 1, stageName: '接洽' });
    await ask('changeStage', { ids: [id], transition: 'enter', to: 3 });
    await ask('addOrUpdate', { entity: { [type.idKey]: id, remark: '同组' }, field: [] });
    expect(await read(id)).toMatchObject({ stageId: 3 });
    const edit = { ids: [id], fieldName: 'pipeline', value: '续约' };
    const { operationId } = await ask<{ operationId: number }>('updateFieldByIds', edit);
    expect(await read(id)).toMatchObject({ pipeline: '续约', stageId: 4 });
    const said = ['将pipeline 由新签修改为续约。', '将stage_name 由成交修改为提醒。'];
    expect((await historyOf(id)).slice(0, 2).toSorted()).toEqual(said);
    await ask('operation/undo', { operationId });
    expect(await read(id)).toMatchObject({ pipeline: '新签', stageId: 3 });
    await ask('addOrUpdate', { entity: { [type.idKey]: id, pipeline: '续约' }, field: [] });
    expect((await historyOf(id)).slice(0, 2).toSorted()).toEqual(said);
    await ask('updateFieldByIds', { ids: [id], fieldName: 'pipeline', value: '' });
    expect(await read(id)).toMatchObject({ pipeline: '', stageId: '' });
  });

  it('must be of the own group, which the database enforces too', async () => {
    const id = await create({ title: '别组', pipeline: '新签' });
    const answer = await enter([id], 5);
    expect([answer.code, answer.msg]).toEqual([422, '“别组”不能从“接洽”改为“续签”，该阶段属于其他分组']);
    await expect(put([id], 'stage_id = 5')).rejects.toThrow(/foreign key/);
    expect(await read(id)).toMatchObject({ stageId: 1, version: 1 });
  });
});

describe('a file of a locked field', () => {
  it('can be read, and none can be added', async () => {
    const upload = async (batchId?: string) => {
      const file = { name: '附件.txt', content: Buffer.from(String(Math.random())) };
      return company.call('file/upload', batchId ? { batchId } : {}, { as: company.people.seller, file });
    };
    const batchId = String((await upload()).body['batchId']);
    const id = await create({ title: '文件', papers: batchId });
    expect((await upload(batchId)).code).toBe(0);
    await drive([id], 'submit');
    expect((await upload(batchId)).code).toBe(404);
    const files = await ask<unknown[]>('file/queryByBatchId', { batchId }, 'seller');
    expect(files).toHaveLength(2);
  });
});
