import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  await save('北京云图', 'seller', { remark: '重点' });
  await save('上海云图', 'seller');
  await save('广州石海', 'subordinate', { website: 'www.shihai.cn' });
  const shared = await save('深圳同舟', 'peer');
  await ask(
    'CrmCustomer/addMembers',
    { ids: [shared], memberIds: [company.people.seller.userId], power: 1 },
    'manager',
  );
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });
const save = async (name: string, as: PersonName, more: Record<string, unknown> = {}): Promise<number> =>
  (
    (await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: name, ...more }, field: [] }, as)).data as {
      customerId: number;
    }
  ).customerId;
const names = async (query: Record<string, unknown>, as: PersonName = 'seller'): Promise<string[]> => {
  const answer = await ask('CrmCustomer/queryPageList', query, as);
  expect(answer.msg).toBe('');
  return (answer.data as { list: { customerName: string }[] }).list.map((row) => row.customerName).toSorted();
};
interface SceneRow {
  readonly sceneId: number;
  readonly name: string;
  readonly isDefault: number;
  readonly isShared: number;
  readonly bydata: string;
}
const scenes = async (as: PersonName = 'seller') => (await ask('scene/queryScene', { type: 2 }, as)).data as SceneRow[];
const systemScene = async (kind: string, as: PersonName = 'seller') =>
  (await scenes(as)).find((scene) => scene.bydata === kind)?.sceneId;
const remark = { remark: { name: 'remark', condition: 'is', value: '重点', formType: 'textarea' } };

describe('the system scenes', () => {
  it('exist at the first call, named in the language, none of them default', async () => {
    expect((await scenes()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['全部客户', 0],
      ['我负责的客户', 0],
      ['下属负责的客户', 0],
      ['我参与的客户', 0],
    ]);
    expect((await ask('scene/queryScene', { type: 99 })).msg).toBe('type不能为空');
  });

  it('follow the current organisation', async () => {
    await company.db.updateTable('role').set({ data_type: 2 }).where('role_id', '=', 11).execute();
    await company.db.updateTable('org_version').set({ version: 700 }).execute();
    expect(await names({ sceneId: await systemScene('mine') })).toEqual(['上海云图', '北京云图']);
    expect(await names({ sceneId: await systemScene('subordinates') })).toEqual(['广州石海']);
    expect(await names({ sceneId: await systemScene('member') })).toEqual(['深圳同舟']);
    expect(await names({ sceneId: await systemScene('all') })).toHaveLength(4);
    const { subordinate, peer } = company.people;
    await company.db
      .updateTable('app_user')
      .set({ parent_id: peer.userId })
      .where('user_id', '=', subordinate.userId)
      .execute();
    await company.db.updateTable('org_version').set({ version: 701 }).execute();
    expect(await names({ sceneId: await systemScene('subordinates') })).toEqual([]);
    expect(await names({ sceneId: await systemScene('subordinates', 'peer') }, 'peer')).toEqual(['广州石海']);
  });

  it('cannot be changed, deleted or hidden', async () => {
    const sceneId = await systemScene('mine');
    expect((await ask('scene/updateScene', { sceneId, name: 'x', data: '{}' })).msg).toBe('系统场景不能修改');
    expect((await ask('scene/deleteScene', { sceneId })).msg).toBe('系统场景不能删除');
    const all = (await scenes()).map((scene) => scene.sceneId).filter((id) => id !== sceneId);
    const hide = await ask('scene/sceneConfig', { type: 2, noHideIds: all.join(','), hideIds: String(sceneId) });
    expect(hide.msg).toBe('系统场景不能隐藏');
  });
});

describe('own scenes', () => {
  it('are kept with filter and order, opened by default, and combined with other conditions', async () => {
    const added = await ask('scene/addScene', {
      type: 2,
      name: '重点客户',
      data: JSON.stringify(remark),
      isDefault: 1,
      sortField: 'customerName',
      order: 2,
    });
    const { sceneId } = added.data as { sceneId: number };
    expect((await scenes()).find((scene) => scene.isDefault === 1)?.sceneId).toBe(sceneId);
    expect(await names({ sceneId })).toEqual(['北京云图']);
    expect(await names({ sceneId, search: '上海' })).toEqual([]);
    const other = { ...remark, remark: { ...remark.remark, condition: 'isNull', value: '' } };
    expect(await names({ sceneId, data: other })).toContain('上海云图');
    await ask('scene/updateScene', { sceneId, name: '改名', data: '{}', isDefault: 0 });
    expect((await scenes()).map(({ name, isDefault }) => [name, isDefault])).toContainEqual(['改名', 0]);
    expect(await names({ sceneId })).toHaveLength(3);
    await ask('scene/deleteScene', { sceneId });
    expect((await ask('CrmCustomer/queryPageList', { sceneId })).code).toBe(404);
  });

  it('report missing and invalid values, and store nothing that could not be listed', async () => {
    const add = async (body: Record<string, unknown>) => (await ask('scene/addScene', { type: 2, ...body })).msg;
    expect(await add({ data: '{}' })).toBe('场景名称不能为空');
    expect(await add({ name: '甲' })).toBe('data不能为空');
    expect(await add({ name: '甲', data: '{"salary":{"condition":"is","value":1}}' })).toContain('salary');
    expect((await scenes()).map(({ name }) => name)).not.toContain('甲');
  });

  it('can be hidden and put in order', async () => {
    const { sceneId } = (await ask('scene/addScene', { type: 2, name: '藏', data: '{}' })).data as { sceneId: number };
    const others = (await scenes()).map((scene) => scene.sceneId).filter((id) => id !== sceneId);
    const turned = others.toReversed();
    await ask('scene/sceneConfig', { type: 2, noHideIds: turned.join(','), hideIds: String(sceneId) });
    expect((await scenes()).map((scene) => scene.sceneId)).toEqual(turned);
    const { data } = await ask('scene/querySceneConfig', { type: 2 });
    expect(data).toMatchObject({ hideValue: [{ sceneId, name: '藏' }] });
    expect((await ask('scene/sceneConfig', { type: 2, noHideIds: '', hideIds: '' })).msg).toBe('显示场景不能为空');
  });

  it('are shown to the people they are shared with, who see their own rows only and change nothing', async () => {
    const { peer, stranger } = company.people;
    const added = await ask('scene/addScene', { type: 2, name: '共享', data: '{}', shareUserIds: [peer.userId] });
    const { sceneId } = added.data as { sceneId: number };
    expect((await scenes('peer')).find((scene) => scene.sceneId === sceneId)).toMatchObject({
      name: '共享',
      isShared: 1,
    });
    expect(await names({ sceneId }, 'peer')).not.toContain('北京云图');
    expect((await ask('scene/deleteScene', { sceneId }, 'peer')).code).toBe(404);
    expect((await scenes('stranger')).map((scene) => scene.sceneId)).not.toContain(sceneId);
    const foreign = await ask('CrmCustomer/queryPageList', { sceneId }, 'stranger');
    const absent = await ask('CrmCustomer/queryPageList', { sceneId: 99_999_999 }, 'stranger');
    expect([foreign.code, foreign.msg]).toEqual([absent.code, absent.msg]);
    expect(stranger.userId).toBeGreaterThan(0);
  });
});

describe('sharing with many', () => {
  const share = (audience: Record<string, unknown>, as: PersonName = 'seller') =>
    ask('scene/addScene', { type: 2, name: '广而告之', data: '{}', ...audience }, as);

  it('needs a right, the own department and a few colleagues do not', async () => {
    const { seller, stranger, manager, peer } = company.people;
    const crowd = Array.from({ length: 21 }, (_, at) => at + 1);
    const tooWide = [{ shareAll: 1 }, { shareDeptIds: [stranger.deptId] }, { shareUserIds: crowd }];
    for (const audience of tooWide) {
      const refused = await share(audience);
      expect([refused.code, refused.msg]).toEqual([
        403,
        '没有共享给全公司或其他部门的权限，只能共享给本部门和最多20位同事',
      ]);
      expect((await share(audience, 'manager')).msg).toBe('');
    }
    const free = await share({ shareDeptIds: [seller.deptId], shareUserIds: [peer.userId, manager.userId] });
    expect(free.msg).toBe('');
    const { sceneId } = free.data as { sceneId: number };
    for (const audience of tooWide)
      expect((await ask('scene/updateScene', { sceneId, name: '改', data: '{}', ...audience })).code).toBe(403);
    expect((await scenes('stranger')).map((scene) => scene.sceneId)).not.toContain(sceneId);
  });

  it('stays as it is after its owner has lost the right, and is not widened', async () => {
    const { seller, stranger } = company.people;
    const { sceneId } = (await share({})).data as { sceneId: number };
    await company.db
      .updateTable('scene')
      .set({ share_depts: [stranger.deptId] })
      .where('scene_id', '=', sceneId)
      .execute();
    const update = async (audience: Record<string, unknown>) =>
      (await ask('scene/updateScene', { sceneId, name: '旧的', data: '{}', ...audience })).code;
    expect(await update({ shareDeptIds: [stranger.deptId, seller.deptId] })).toBe(0);
    expect(await update({ shareDeptIds: [stranger.deptId], shareAll: 1 })).toBe(403);
    expect((await scenes('stranger')).map((scene) => scene.sceneId)).toContain(sceneId);
  });

  it('stays shared when only its conditions are changed, until its owner takes it back', async () => {
    const { sceneId } = (await share({ shareAll: 1 }, 'manager')).data as { sceneId: number };
    const seen = async () => (await scenes('stranger')).some((scene) => scene.sceneId === sceneId);
    const update = { sceneId, name: '大家的', data: '{}' };
    expect((await ask('scene/updateScene', update, 'manager')).code).toBe(0);
    expect(await seen()).toBe(true);
    expect((await ask('scene/updateScene', { ...update, shareAll: 0 }, 'manager')).code).toBe(0);
    expect(await seen()).toBe(false);
  });

  it('leaves each reader to hide and order what is shared, for himself alone', async () => {
    const { sceneId } = (await share({ shareAll: 1 }, 'manager')).data as { sceneId: number };
    const ids = async (as: PersonName) => (await scenes(as)).map((scene) => scene.sceneId);
    const before = await ids('seller');
    expect(before).toContain(sceneId);
    const rest = before.filter((id) => id !== sceneId);
    const arrange = (shown: readonly number[], hidden: readonly number[], as: PersonName = 'seller') =>
      ask('scene/sceneConfig', { type: 2, noHideIds: shown.join(','), hideIds: hidden.join(',') }, as);
    expect((await arrange([sceneId, ...rest], [])).msg).toBe('');
    expect(await ids('seller')).toEqual([sceneId, ...rest]);
    expect((await arrange(rest, [sceneId])).msg).toBe('');
    expect(await ids('seller')).toEqual(rest);
    const { data } = await ask('scene/querySceneConfig', { type: 2 });
    expect((data as { hideValue: object[] }).hideValue).toContainEqual(
      expect.objectContaining({ sceneId, isShared: 1 }),
    );
    expect(await ids('manager')).toContain(sceneId);
    expect(await ids('peer')).toContain(sceneId);
    const { sceneId: closed } = (await share({}, 'manager')).data as { sceneId: number };
    const foreign = await arrange(rest, [closed]);
    const absent = await arrange(rest, [99_999_999]);
    expect([foreign.code, foreign.msg]).toEqual([absent.code, absent.msg]);
  });
});

describe('groups of conditions', () => {
  const startsWith = (value: string) => ({ fieldName: 'customer_name', condition: 'startWith', value });
  it('match when one of them does, in addition to the other conditions', async () => {
    const either = { any: [startsWith('北京'), startsWith('上海')] };
    expect(await names({ data: [either] })).toEqual(['上海云图', '北京云图']);
    expect(await names({ data: [either, { fieldName: 'remark', condition: 'isNotNull' }] })).toEqual(['北京云图']);
    expect(await names({ data: [{ any: [] }] })).toEqual([]);
    expect(await names({ data: [{ fieldName: 'website', condition: 'endWith', value: '.cn' }] })).toEqual([]);
  });

  it('are counted like other conditions', async () => {
    const any = Array.from({ length: 20 }, () => startsWith('x'));
    expect((await ask('CrmCustomer/queryPageList', { data: [{ any }, { any }] })).msg).toBe('筛选条件过多');
  });
});

describe('the fields of a filter', () => {
  it('are returned with their operators', async () => {
    const { data } = await ask('scene/queryField', { label: '2' });
    const fields = data as { fieldName: string; operators: string[]; setting: unknown[] }[];
    expect(fields.find((field) => field.fieldName === 'customer_name')?.operators).toContain('startWith');
    expect(fields.find((field) => field.fieldName === 'deal_status')?.setting).toHaveLength(2);
    expect((await ask('scene/queryField', { label: '99' })).msg).toBe('场景label不符合要求！');
  });
});
