import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports } from '#server/testing/imports.ts';
import { grantAll, withLevels } from '#server/testing/role-rights.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { productType, shelfField, unitField } from '#shared/crm/products/product-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  await grantAll(company, 8, productType);
});
afterAll(() => company.close());

const { changesOf, takeBack } = openHistory(() => company);
const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'manager'): Promise<Answer> =>
  company.call(path, body, { as: company.people[as] });
async function done<T>(path: string, body: Record<string, unknown> = {}, as: PersonName = 'manager'): Promise<T> {
  const answer = await ask(path, body, as);
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data as T;
}
const save = (entity: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  ask('CrmProduct/saveAndUpdate', { entity: { category_id: 1, price: '100', ...entity }, field: [], ...more });
async function newProduct(name: string, entity: Record<string, unknown> = {}): Promise<number> {
  const answer = await save({ name, ...entity });
  expect(answer.msg).toBe('');
  return (answer.data as { productId: number }).productId;
}
const read = (productId: number, as: PersonName = 'manager') =>
  done<Record<string, unknown>>('CrmProduct/queryById', { productId }, as);
interface Node {
  readonly categoryId: number;
  readonly name: string;
  readonly children?: readonly Node[];
}
const tree = () => done<Node[]>('CrmProductCategory/queryList', {}, 'seller');
const newCategory = async (name: string, pid?: number) =>
  (await done<{ categoryId: number }>('CrmProductCategory/saveAndUpdate', { name, pid }, 'admin')).categoryId;

describe('products', () => {
  it('are on the shelf when new, and both sides say so whichever is changed', async () => {
    const id = await newProduct('新品');
    expect(await read(id)).toMatchObject({ [shelfField]: '上架', status: 1, num: expect.stringMatching(/^CP\d{5}$/) });
    const { operationId } = await done<{ operationId: number }>('CrmProduct/updateStatus', { ids: [id], status: 0 });
    expect(await read(id)).toMatchObject({ [shelfField]: '下架', status: 0 });
    const { list } = await done<{ list: Record<string, unknown>[] }>('CrmProduct/queryPageList', {
      data: [{ fieldName: shelfField, condition: 'is', value: '下架' }],
    });
    expect(list.map((row) => row['productId'])).toEqual([id]);
    await done('operation/undo', { operationId });
    expect(await read(id)).toMatchObject({ [shelfField]: '上架', status: 1 });
    const field = [{ fieldName: shelfField, value: '下架' }];
    await done('CrmProduct/saveAndUpdate', { entity: { productId: id }, field });
    expect(await read(id)).toMatchObject({ status: 0 });
  });

  it.each([fieldLevel.hidden, fieldLevel.masked])(
    'say to older clients nothing of a shelf at level %i',
    async (level) => {
      const id = await newProduct(`按级 ${level}`);
      await withLevels(company, 8, productType.code, { [shelfField]: level, [unitField]: level }, async () => {
        const { list } = await done<{ list: Record<string, unknown>[] }>('CrmProduct/queryPageList');
        for (const row of [await read(id), ...list])
          for (const key of ['status', 'unit']) expect(row[key] ?? '').toBe('');
      });
      expect(await read(id)).toMatchObject({ status: 1 });
    },
  );

  it('are put on the shelf and off it by their own right', async () => {
    const id = await newProduct('凭权');
    expect((await ask('CrmProduct/updateStatus', { ids: [id], status: 0 }, 'seller')).code).toBe(403);
    expect(await read(id)).toMatchObject({ status: 1 });
  });

  it('are everybody’s to read, and a salesperson sets no list price', async () => {
    const id = await newProduct('大家的');
    expect(await read(id, 'seller')).toMatchObject({ name: '大家的', price: '100.00' });
    const change = { entity: { productId: id, price: '1' }, field: [] };
    expect((await ask('CrmProduct/saveAndUpdate', change, 'seller')).code).toBe(403);
    const edit = { ids: [id], fieldName: 'price', value: '1' };
    expect((await ask('CrmProduct/updateFieldByIds', edit, 'seller')).code).toBe(403);
    expect(await read(id)).toMatchObject({ price: '100.00' });
  });

  it('have numbers that nobody else has', async () => {
    await newProduct('有号', { num: '100010' });
    expect((await save({ name: '同号', num: '100010' })).msg).toBe('产品编号已存在，请校对后再添加！');
  });

  it('have one price for a level of customers', async () => {
    const prices = [
      { level: 'A（重点客户）', level_price: '90' },
      { level: 'A（重点客户）', level_price: '80' },
    ];
    expect((await save({ name: '两价' }, { prices })).msg).toBe('客户级别“A（重点客户）”的价格只能有一个');
    const saved = await save({ name: '一价' }, { prices: prices.slice(0, 1) });
    const { productId } = saved.data as { productId: number };
    expect((await read(productId))['prices']).toMatchObject([{ level: 'A（重点客户）', levelPrice: '90.00' }]);
  });
});

describe('categories', () => {
  it('are a tree, and the form of a product has the way to its own', async () => {
    const above = await newCategory('电器');
    const below = await newCategory('冰箱', above);
    const id = await newProduct('双门', { category_id: [above, below] });
    expect(await read(id)).toMatchObject({ categoryId: below, categoryName: '冰箱' });
    const form = await done<{ fieldName: string; value: unknown }[]>('field/queryField', { label: 4, id });
    expect(form.find(({ fieldName }) => fieldName === 'category_id')?.value).toEqual([above, below]);
    expect((await tree()).find(({ name }) => name === '电器')).toMatchObject({
      level: 1,
      label: '电器',
      children: [{ categoryId: below, name: '冰箱', pid: above, level: 2 }],
    });
    const found = await done<{ totalRow: number }>('CrmProduct/queryPageList', {
      data: [{ fieldName: 'category_name', condition: 'contains', value: '冰' }],
    });
    expect(found.totalRow).toBe(1);
  });

  it('are deleted only when nothing is in them, the recycle bin included', async () => {
    const above = await newCategory('家具');
    const below = await newCategory('椅子', above);
    const id = await newProduct('转椅', { category_id: below });
    const remove = (categoryId: number) => ask('CrmProductCategory/deleteById', { id: categoryId }, 'admin');
    expect((await remove(above)).msg).toBe('该类别下有其他产品类别！');
    expect((await remove(below)).msg).toBe('该产品类别已关联产品，不能删除！');
    await done('CrmProduct/deleteByIds', { productIds: [id] });
    expect((await remove(below)).msg).toBe('该产品类别已关联产品，不能删除！');
    await done('CrmProduct/deleteByIdsReal', { productIds: [id] });
    expect((await remove(below)).msg).toBe('');
    expect((await remove(above)).msg).toBe('');
  });

  it('are never below themselves, also when two people move them at once', async () => {
    const [one, other] = [await newCategory('甲类'), await newCategory('乙类')];
    const move = (categoryId: number, pid: number) =>
      ask('CrmProductCategory/updateOrder', { categoryId, pid }, 'admin');
    const answers = await Promise.all([move(one, other), move(other, one)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 422]);
    expect(answers.find(({ code }) => code !== 0)?.msg).toBe('不能移到自己或自己的下级之下');
  });

  it('keep the order that they are dragged into, and names that differ', async () => {
    const above = await newCategory('排序');
    const [first, second, third] = [
      await newCategory('一', above),
      await newCategory('二', above),
      await newCategory('三', above),
    ];
    await done('CrmProductCategory/updateOrder', { categoryId: third, pid: above, place: 0 }, 'admin');
    const ordered = (await tree()).find(({ name }) => name === '排序')?.children?.map(({ categoryId }) => categoryId);
    expect(ordered).toEqual([third, first, second]);
    const twin = { categoryId: first, name: '二', pid: above };
    expect((await ask('CrmProductCategory/saveAndUpdate', twin, 'admin')).msg).toBe('同一级下已有同名类别');
  });

  it('are not deleted while a product is being saved into them', async () => {
    const ids = await Promise.all(['竞一', '竞二', '竞三'].map((name) => newCategory(name)));
    for (const categoryId of ids) {
      const [saved, removed] = await Promise.all([
        save({ name: `竞品${categoryId}`, category_id: categoryId }),
        ask('CrmProductCategory/deleteById', { id: categoryId }, 'admin'),
      ]);
      // one of both, and never a failure of the server
      expect([saved.code === 0, removed.code === 0].filter(Boolean)).toHaveLength(1);
      expect([saved.msg, removed.msg]).not.toContain('服务器响应异常');
    }
  });

  it('are changed by whoever may set up CRM alone', async () => {
    for (const [action, body] of [
      ['saveAndUpdate', { name: '偷加' }],
      ['updateOrder', { categoryId: 1, pid: 0 }],
      ['deleteById', { id: 1 }],
    ] as const)
      expect((await ask(`CrmProductCategory/${action}`, body, 'manager')).code).toBe(403);
  });

  it('are named in sheets', async () => {
    const imports = openImports(company, { type: productType });
    await newCategory('进口');
    const headers = ['产品名称(*)', '产品类型(*)', '价格(*)', '是否上下架(*)'];
    const sheet = await imports.workbook(
      [
        ['表一', '进口', '12', '上架'],
        ['表二', '没有的类', '12', '上架'],
      ],
      { headers },
    );
    const report = await imports.run(sheet, { as: company.people.admin });
    expect(report).toMatchObject({ createdSize: 1, errSize: 1 });
    imports.close();
  });
});

describe('a new category', () => {
  it('stands behind its neighbours, also where their places have gaps', async () => {
    const above = await newCategory('有空位');
    const first = await newCategory('先', above);
    await sql`update product_category set place = 9 where category_id = ${first}`.execute(company.db);
    await newCategory('后', above);
    const children = (await tree()).find(({ name }) => name === '有空位')?.children;
    expect(children?.map(({ name }) => name)).toEqual(['先', '后']);
  });
});

describe('changes of categories', () => {
  const all = async () => JSON.stringify(await tree());

  it('are kept, named by the way to them, and taken back, a deletion under the same id', async () => {
    const above = await newCategory('回退');
    const below = await newCategory('下级', above);
    const before = await all();
    await done('CrmProductCategory/saveAndUpdate', { categoryId: below, name: '顶层', pid: 0 }, 'admin');
    expect((await changesOf('product_category'))[0]).toMatchObject({
      title: '产品类别',
      item: '顶层',
      mayTakeBack: 1,
      differences: [
        { label: '名称', before: '下级', after: '顶层' },
        { label: '上级类别', before: '回退', after: '最上级' },
      ],
    });
    expect(await takeBack('product_category')).toBe('');
    expect(await all()).toBe(before);
    await done('CrmProductCategory/deleteById', { id: below }, 'admin');
    expect(await takeBack('product_category')).toBe('');
    expect(await all()).toBe(before);
  });

  it('keep an order apart from names, so that neither is in the way of the other', async () => {
    const above = await newCategory('有序');
    const ids = [await newCategory('壹', above), await newCategory('贰', above)] as const;
    const children = async () => (await tree()).find(({ name }) => name === '有序')?.children?.map(({ name }) => name);
    await done('CrmProductCategory/saveAndUpdate', { categoryId: ids[0], name: '首', pid: above }, 'admin');
    await done('CrmProductCategory/updateOrder', { categoryId: ids[1], pid: above, place: 0 }, 'admin');
    expect(await children()).toEqual(['贰', '首']);
    expect((await changesOf('product_category.order'))[0]).toMatchObject({
      item: '有序',
      differences: [{ label: '顺序', before: '首、贰', after: '贰、首' }],
    });
    expect(await takeBack('product_category')).toBe('');
    expect(await children()).toEqual(['贰', '壹']);
    expect(await takeBack('product_category.order')).toBe('');
    expect(await children()).toEqual(['壹', '贰']);
  });

  it('are not taken back where something came into a new one, or its name is taken', async () => {
    const made = await newCategory('新的');
    await newProduct('在新的里', { category_id: made });
    expect(await takeBack('product_category')).toBe('该产品类别已关联产品，不能删除！');
    const other = await newCategory('旧名');
    await done('CrmProductCategory/saveAndUpdate', { categoryId: other, name: '新名', pid: 0 }, 'admin');
    const [renamed] = await changesOf('product_category');
    await newCategory('旧名');
    const undo = { changeId: renamed?.changeId };
    expect((await company.call('system/setting/undoChange', undo, { as: company.people.admin })).msg).toBe(
      '同一级下已有同名类别',
    );
  });
});
