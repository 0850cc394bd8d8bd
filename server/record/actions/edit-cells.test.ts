import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import type { PastedCell } from '#shared/record/calls/tool-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

type Answer = { operationId: number; count: number; cells: PastedCell[]; rows?: Record<string, unknown>[] };
const ask = async <T = Answer>(path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<T> => {
  const answer = await company.call(path, body, { as: company.people[as] });
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
};
let made = 0;
const customer = async (entity: object = {}, as: PersonName = 'seller') => {
  made += 1;
  const body = { entity: { customer_name: `粘贴公司${made}`, ...entity }, field: [] };
  return (await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', body, as)).customerId;
};
const read = (customerId: number) => ask<Record<string, unknown>>('CrmCustomer/queryById', { customerId }, 'admin');
const paste = (ids: readonly number[], columns: object[], more: object = {}, as: PersonName = 'seller') =>
  ask('CrmCustomer/updateFieldByIds', { ids, columns, ...more }, as);
const refused = ({ cells }: Answer) =>
  cells.flatMap(({ id, fieldName, msg }) => (msg === '' ? [] : [[id, fieldName, msg]]));

describe('a block from a sheet', () => {
  it('is one action: previewed, written by the rules of a save, and undone', async () => {
    const ids = [await customer({ telephone: '010-1' }), await customer()];
    const columns = [
      { fieldName: 'telephone', texts: ['', '021-2'] },
      { fieldName: 'mobile', texts: ['138 0000 0001', '13800000002'] },
      { fieldName: '客户级别', texts: ['A（重点客户）', 'B（普通客户）'] },
      { fieldName: 'nextTime', texts: ['2027/1/5', '2027-01-06 09:30'] },
    ];
    const preview = await paste(ids, columns, { isPreview: 1 });
    expect(preview).toMatchObject({ operationId: 0, count: 2 });
    expect(preview.cells.slice(0, 3)).toEqual([
      { id: ids[0], fieldName: 'telephone', before: '010-1', after: '', msg: '' },
      { id: ids[0], fieldName: 'mobile', before: '', after: '13800000001', msg: '' },
      { id: ids[0], fieldName: '客户级别', before: '', after: 'A（重点客户）', msg: '' },
    ]);
    expect(await read(ids[0] ?? 0)).toMatchObject({ telephone: '010-1', mobile: '' });
    const { operationId, count, rows } = await paste(ids, columns);
    expect(count).toBe(2);
    expect(rows?.map(({ telephone }) => telephone).toSorted()).toEqual(['', '021-2']);
    expect(await read(ids[1] ?? 0)).toMatchObject({ mobile: '13800000002', nextTime: '2027-01-06 09:30:00' });
    await ask('operation/undo', { operationId });
    expect(await read(ids[0] ?? 0)).toMatchObject({ telephone: '010-1', mobile: '', nextTime: '' });
  });

  it('leaves out the cells that cannot be read, and writes the others of the same row', async () => {
    const ids = [await customer(), await customer()];
    const answer = await paste(ids, [
      { fieldName: 'mobile', texts: ['123', '13800000003'] },
      { fieldName: '客户级别', texts: ['没有这级', 'C（非优先客户）'] },
      { fieldName: 'customerName', texts: ['', '粘贴改名'] },
      { fieldName: 'nothing', texts: ['一', '二'] },
      { fieldName: 'website', texts: ['jianye.cn', 'jianye.cn'] },
    ]);
    expect(refused(answer).map(([id, fieldName]) => [id, fieldName])).toEqual([
      [ids[0], 'mobile'],
      [ids[0], '客户级别'],
      [ids[0], 'customerName'],
      [ids[0], 'nothing'],
      [ids[1], 'nothing'],
    ]);
    expect(await read(ids[0] ?? 0)).toMatchObject({ website: 'jianye.cn', mobile: '' });
    expect(await read(ids[1] ?? 0)).toMatchObject({ website: 'jianye.cn', customerName: '粘贴改名' });
    // texts that are not given say nothing of their cells
    await paste(ids, [{ fieldName: 'website', texts: ['neu.cn'] }]);
    expect(await read(ids[1] ?? 0)).toMatchObject({ website: 'jianye.cn' });
  });

  it('keeps unique values apart, within the block too', async () => {
    const ids = [await customer(), await customer()];
    const answer = await paste(ids, [{ fieldName: 'customerName', texts: ['同名粘贴', '同名粘贴'] }]);
    expect(refused(answer).map(([id]) => id)).toEqual([ids[1]]);
    expect(answer.count).toBe(1);
  });

  it('reports what others have changed or own cell by cell, and writes the rest', async () => {
    const [own, foreign] = [await customer({ website: '旧' }), await customer({ website: '他的' }, 'stranger')];
    const { version } = await read(own);
    await ask(
      'CrmCustomer/addOrUpdate',
      { entity: { customerId: own, website: '别人改的' }, field: [], version },
      'admin',
    );
    const columns = [
      { fieldName: 'website', texts: ['我的', '我的'] },
      { fieldName: 'telephone', texts: ['010-9', '010-9'] },
    ];
    const answer = await paste([own, foreign], columns, { versions: { [own]: version } });
    expect(refused(answer)).toEqual([
      [own, 'website', expect.stringContaining('修改')],
      [foreign, 'website', '数据不存在或没有权限'],
      [foreign, 'telephone', '数据不存在或没有权限'],
    ]);
    // nothing of a record out of reach is said
    expect(answer.cells.filter(({ id, before }) => id === foreign && before !== '')).toEqual([]);
    expect(await read(own)).toMatchObject({ website: '别人改的', telephone: '010-9' });
    expect(await read(foreign)).toMatchObject({ website: '他的', telephone: '' });
  });

  it('is refused without the right to edit, and is limited', async () => {
    const id = await customer();
    const body = { ids: [id], columns: [{ fieldName: 'website', texts: ['无权'] }] };
    const answer = await company.call('CrmCustomer/updateFieldByIds', body, { as: company.people.hr });
    expect(answer.code).not.toBe(0);
    const many = { ids: [id], columns: [{ fieldName: 'website', texts: Array.from({ length: 101 }, () => '多') }] };
    expect((await company.call('CrmCustomer/updateFieldByIds', many, { as: company.people.seller })).code).not.toBe(0);
    expect(await read(id)).toMatchObject({ website: '' });
  });
});
