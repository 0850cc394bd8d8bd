import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openMerges } from '#server/record/merge/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, ok, save, read, isThere, members, followUp, contents, files, history, merge, undo, counted, pair } =
  openMerges(() => company);

describe('merging two customers', () => {
  it('moves everything that belongs to the one, takes the chosen values, and is undone as a whole', async () => {
    const { seller, peer, hr, agent } = company.people;
    const { target, source, batch } = await pair('全合并');
    const before = [await read(target), await read(source), await members(target), await members(source)];
    const own = (await read(target))['batchId'];
    expect(await isThere(target, 'agent')).toBe(false);
    const answer = ok(
      await merge(target, [source], { fields: { customer_name: source, mobile: source, 客户级别: source } }),
    );
    expect(answer.data).toMatchObject({ count: 2 });
    expect(await isThere(source)).toBe(false);
    expect(await read(target)).toMatchObject({
      customerName: '全合并（有限）公司',
      mobile: '13911112222',
      remark: '旧备注',
      website: '',
      客户级别: 'A（重点客户）',
      dealStatus: 1,
      lastContent: '来源跟进',
      ownerUserId: seller.userId,
    });
    expect(await contents(target)).toEqual([
      ['来源跟进', 1],
      ['目标跟进', 1],
    ]);
    expect(await files(own, 'seller')).toEqual(['来源.txt']);
    expect(await members(target)).toEqual([
      [seller.userId, 0],
      [peer.userId, 2],
      [hr.userId, 2],
      [agent.userId, 1],
    ]);
    expect(await isThere(target, 'agent')).toBe(true);
    const log = await history(target);
    expect(log[0]).toEqual([
      '将客户全合并（有限）公司合并到客户全合并有限公司',
      '将客户名称 由全合并有限公司修改为全合并（有限）公司。',
      '将手机 由13911110000修改为13911112222。',
      '将客户级别 由B（普通客户）修改为A（重点客户）。',
    ]);
    // the merge once, and the creation of both
    expect(log.filter(([first]) => first?.includes('合并到'))).toHaveLength(1);
    expect(log.filter(([first]) => first === '新建了客户')).toHaveLength(2);
    expect(await counted()).toBe(true);

    const acts = (await ask('operation/queryPageList', {})).data as { list: { text: string; rowTotal: number }[] };
    expect(acts.list[0]).toMatchObject({ text: '将客户全合并（有限）公司合并到客户全合并有限公司', rowTotal: 2 });
    expect(ok(await undo(answer)).data).toEqual({ undone: 2, kept: [] });
    const version = (row: unknown) => Number((row as { version: number }).version);
    const after = [await read(target), await read(source), await members(target), await members(source)];
    expect(after).toEqual([
      { ...(before[0] as object), version: version(before[0]) + 2 },
      { ...(before[1] as object), version: version(before[1]) + 2 },
      before[2],
      before[3],
    ]);
    expect([await contents(target), await contents(source)]).toEqual([[['目标跟进', 1]], [['来源跟进', 1]]]);
    expect([await files(own, 'seller'), await files(batch, 'peer')]).toEqual([[], ['来源.txt']]);
    expect((await history(target)).filter(([first]) => first === '新建了客户')).toHaveLength(1);
    const batches = await company.db
      .selectFrom('file_batch')
      .innerJoin('follow_up', 'follow_up.batch_id', 'file_batch.batch_id')
      .select(['file_batch.record_id', 'follow_up.types_id'])
      .where('follow_up.types_id', 'in', [target, source])
      .execute();
    expect(batches.map((row) => row.record_id === row.types_id)).toEqual([true, true]);
    expect(await counted()).toBe(true);
    expect((await undo(answer)).code).toBe(409);
  });

  it('merges several at once, and history follows chains of merges', async () => {
    const ids = [];
    for (const name of ['连锁甲', '连锁乙', '连锁丙', '连锁丁']) ids.push(await save({ customer_name: name }));
    const [first = 0, second = 0, third = 0, last = 0] = ids;
    await followUp(first, '甲的跟进');
    const inner = ok(await merge(second, [first, third]));
    expect((await history(second))[0]).toEqual(['将客户连锁甲、连锁丙合并到客户连锁乙']);
    const outer = ok(await merge(last, [second]));
    expect(await contents(last)).toEqual([['甲的跟进', 1]]);
    expect((await history(last)).filter(([line]) => line === '新建了客户')).toHaveLength(4);
    expect((await history(last)).map(([line]) => line)).toContain('添加了跟进记录');
    const refused = await undo(inner);
    expect([refused.code, refused.msg]).toEqual([409, '连锁乙之后有变化，该操作只能整体撤销，因此无法撤销']);
    ok(await undo(outer));
    expect(await contents(second)).toEqual([['甲的跟进', 1]]);
    expect((await history(last)).filter(([line]) => line === '新建了客户')).toHaveLength(1);
  });

  it('includes the files of a chosen file field, and an area code with its number', async () => {
    const admin = { as: company.people.admin };
    const { data } = await company.call('field/list', { label: 2 }, admin);
    const drafts = (data as Record<string, unknown>[]).map((field) => ({ ...field, options: undefined }));
    ok(
      await company.call(
        'field/save',
        { label: 2, data: [...drafts, { name: '合同扫描件', formType: 'file' }] },
        admin,
      ),
    );
    const attach = async (name: string) => {
      const file = { name, content: Buffer.from(name) };
      return String((await company.call('file/upload', {}, { as: company.people.seller, file })).body['batchId']);
    };
    const [kept, lost] = [await attach('甲.txt'), await attach('乙.txt')];
    const field = (value: string) => [{ fieldName: '合同扫描件', value }];
    const target = await save({ customer_name: '附件目标', mobile: '13911110000' }, 'seller', field(lost));
    const source = await save(
      { customer_name: '附件来源', mobile: '91234567', area_code: '65' },
      'seller',
      field(kept),
    );
    const preview = ok(await ask('CrmCustomer/queryMergePreview', { ids: [target, source] })).data as {
      fields: { fieldName: string; values: { text: string }[] }[];
    };
    expect(preview.fields.find((one) => one.fieldName === '合同扫描件')?.values.map((value) => value.text)).toEqual([
      '1 个文件',
      '1 个文件',
    ]);
    const answer = ok(await merge(target, [source], { fields: { 合同扫描件: source, mobile: source } }));
    expect(await files(kept, 'seller')).toEqual(['甲.txt']);
    expect(await read(target)).toMatchObject({ mobile: '91234567', areaCode: '65', 合同扫描件: kept });
    ok(await undo(answer));
    expect([await files(kept, 'seller'), await files(lost, 'seller')]).toEqual([['甲.txt'], ['乙.txt']]);
    expect(await read(target)).toMatchObject({ mobile: '13911110000', 合同扫描件: lost });
  });
});

describe('a refused merge', () => {
  it('without the right to write every one of them, as if they did not exist', async () => {
    const { stranger } = company.people;
    const [own, foreign] = [
      await save({ customer_name: '拒绝甲' }),
      await save({ customer_name: '拒绝乙' }, 'stranger'),
    ];
    ok(await ask('CrmCustomer/addMembers', { ids: [own], memberIds: [stranger.userId], power: 1 }));
    // a reader of the one, the owner of the other
    for (const [target, source] of [
      [own, foreign],
      [foreign, own],
    ] as const) {
      expect((await merge(target, [source], {}, 'stranger')).code).toBe(404);
      expect((await merge(target, [99_999_999], {}, 'stranger')).code).toBe(404);
      const preview = ok(await ask('CrmCustomer/queryMergePreview', { ids: [own, foreign] }, 'stranger')).data;
      expect((preview as { rows: { mayWrite: number }[] }).rows.map((row) => row.mayWrite)).toEqual([0, 1]);
      expect((await ask('CrmCustomer/queryMergePreview', { ids: [own, foreign] }, 'seller')).code).toBe(404);
    }
    ok(await ask('CrmCustomer/updateMembers', { ids: [own], memberIds: [stranger.userId], power: 2 }));
    ok(await merge(foreign, [own], {}, 'stranger'));
    expect((await merge(own, [foreign], {}, 'hr')).code).toBe(403);
  });

  it('with an old version, with itself, with too many, and with values from elsewhere', async () => {
    const [target, source, third] = [
      await save({ customer_name: '拒绝丙' }),
      await save({ customer_name: '拒绝丁' }),
      await save({ customer_name: '拒绝戊' }),
    ];
    ok(await ask('CrmCustomer/addOrUpdate', { entity: { customerId: source, remark: '改过' }, field: [] }, 'seller'));
    const stale = await merge(target, [source], { versions: { [target]: 1, [source]: 1 } });
    expect([stale.code, stale.msg]).toEqual([409, '“拒绝丁”已被王芳修改，请确认后再保存']);
    expect((await merge(target, [source, target])).msg).toBe('不能将记录与自身合并');
    expect(
      (
        await merge(
          target,
          Array.from({ length: 21 }, (_, at) => at + 1),
        )
      ).msg,
    ).toBe('一次最多合并20条');
    expect((await merge(target, [source], { fields: { mobile: third } })).msg).toBe('“手机”的值须取自被合并的记录');
    expect((await merge(target, [source], { fields: { mobile: target } })).code).toBe(422);
    expect((await merge(target, [source], { fields: { owner_user_id: source } })).code).toBe(400);
    expect((await merge(target, [source], { fields: { area_code: source } })).code).toBe(400);
    expect(await Promise.all([target, source, third].map((id) => isThere(id)))).toEqual([true, true, true]);
    ok(await merge(target, [source], { versions: { [target]: 1, [source]: 2 } }));
  });

  it('with a value that the survivor may not have', async () => {
    const [target, source] = [await save({ customer_name: '拒绝己' }), await save({ customer_name: '拒绝庚' })];
    await company.db.updateTable('record_field').set({ required: true }).where('field_name', '=', 'website').execute();
    try {
      await sql`update customer set website = 'https://held.example.com' where customer_id = ${target}`.execute(
        company.db,
      );
      await sql`update org_version set version = version + 1`.execute(company.db);
      expect((await merge(target, [source], { fields: { website: source } })).msg).toBe('网址不能为空');
    } finally {
      await company.db
        .updateTable('record_field')
        .set({ required: false })
        .where('field_name', '=', 'website')
        .execute();
      await sql`update org_version set version = version + 1`.execute(company.db);
    }
    expect(await isThere(source)).toBe(true);
  });
});

describe('concurrent merges and other actions', () => {
  it('let one of several merges of a pair win, in whichever direction', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [
        await save({ customer_name: `同时甲${round}` }),
        await save({ customer_name: `同时乙${round}` }),
      ];
      const answers = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => (at % 2 === 0 ? merge(left, [right]) : merge(right, [left]))),
      );
      expect(answers.map((answer) => answer.code).toSorted()).toEqual([0, 404, 404, 404, 404, 404]);
      expect([await isThere(left), await isThere(right)].filter(Boolean)).toHaveLength(1);
    }
    expect(await counted()).toBe(true);
  });

  it('lose no file that is uploaded meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [target, source] = [
        await save({ customer_name: `途中甲${round}` }),
        await save({ customer_name: `途中乙${round}` }),
      ];
      const [own, batch] = [(await read(target))['batchId'], (await read(source))['batchId']];
      const file = { name: '途中.txt', content: Buffer.from('途中') };
      const [merged, uploaded] = await Promise.all([
        merge(target, [source]),
        company.call('file/upload', { batchId: String(batch) }, { as: company.people.seller, file }),
      ]);
      ok(merged);
      // refused, or with the survivor: never in the recycle bin
      expect(await files(own, 'seller')).toHaveLength(uploaded.code === 0 ? 1 : 0);
    }
  });
});

describe('the preview of a merge', () => {
  it('shows what moves, where records differ, and whether the names are equivalent', async () => {
    const { target, source } = await pair('预览');
    const { data } = ok(await ask('CrmCustomer/queryMergePreview', { ids: [source, target] }));
    const preview = data as {
      rows: { id: number; name: string; version: number; ownerUserName: string; moves: unknown[] }[];
      fields: { fieldName: string; name: string; values: { id: number; text: string }[] }[];
      isAlike: number;
    };
    expect(preview.isAlike).toBe(1);
    expect(preview.rows.map(({ id, ownerUserName }) => [id, ownerUserName])).toEqual([
      [source, '李强'],
      [target, '王芳'],
    ]);
    expect(preview.rows[0]?.moves).toEqual([
      { kind: 'follow_up', name: '跟进记录', total: 1 },
      { kind: 'file', name: '附件', total: 1 },
      { kind: 'member', name: '团队成员', total: 2 },
    ]);
    expect(preview.fields.map((field) => [field.name, ...field.values.map((value) => value.text)])).toEqual([
      ['客户名称', '预览（有限）公司', '预览有限公司'],
      ['手机', '13911112222', '13911110000'],
      ['客户级别', 'A（重点客户）', 'B（普通客户）'],
      ['网址', 'https://source.example.com', ''],
      ['备注', '', '旧备注'],
    ]);
    const other = await save({ customer_name: '毫不相干' });
    const unlike = ok(await ask('CrmCustomer/queryMergePreview', { ids: [source, other] })).data;
    expect(unlike).toMatchObject({ isAlike: 0 });
  });

  it('finds candidates by their name, within the reach of the caller', async () => {
    const own = await save({ customer_name: '候选科技有限公司' });
    const duplicate = await save({ customer_name: '候选 科技（股份）有限公司' }, 'seller');
    const foreign = await save({ customer_name: '候选科技集团' }, 'stranger');
    await save({ customer_name: '候选科技有限公司上海分公司' });
    const similar = async (as: PersonName) =>
      (ok(await ask('CrmCustomer/querySimilar', { customerId: own }, as)).data as { id: number }[]).map(({ id }) => id);
    expect(await similar('seller')).toEqual([duplicate]);
    expect(await similar('admin')).toEqual([duplicate, foreign]);
    expect((await ask('CrmCustomer/querySimilar', { customerId: own }, 'stranger')).code).toBe(404);
    ok(await merge(own, [duplicate], {}, 'seller'));
    expect(await similar('seller')).toEqual([]);
  });
});
