import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const nameAndRemark = { headers: ['客户名称', '备注'] };
const over = { fields: { repeatHandling: 1 } };
const total = async (): Promise<number> => {
  const { data } = await company.call('CrmCustomer/queryPageList', { limit: 1 }, { as: company.people.seller });
  return (data as { totalRow: number }).totalRow;
};
const idOf = async (name: string) => Number((await imports.find(name))[0]?.['customerId']);
const remarkOf = async (name: string) => (await imports.find(name))[0]?.['remark'];
const undo = async (messageId: unknown) => {
  const answer = await company.call('system/message/undoImport', { messageId }, { as: company.people.seller });
  expect(answer.msg).toBe('');
  return imports.follow(messageId);
};

describe('taking an import back', () => {
  it('brings back what was, updates included, and leaves and lists what was changed or followed up since', async () => {
    await imports.save({ customer_name: '撤销前的公司', remark: '原备注', mobile: '13812340001' });
    await imports.save({ customer_name: '撤销前改的公司', remark: '原备注' });
    const before = await total();
    const rows = [
      ['撤销前的公司', '新备注'],
      ['撤销前改的公司', '新备注'],
      ['撤销一公司', ''],
      ['撤销二公司', ''],
      ['撤销三公司', ''],
      ['撤销四公司', ''],
    ];
    const info = await imports.run(await imports.workbook(rows, nameAndRemark), over);
    expect(info).toMatchObject({ createdSize: 4, updatedSize: 2 });
    const { seller, manager } = company.people;
    await imports.save({ customerId: await idOf('撤销一公司'), remark: '改过' }, manager);
    await imports.save({ customerId: await idOf('撤销前改的公司'), mobile: '13812340009' });
    const followUp = { typesId: await idOf('撤销二公司'), content: '跟过', category: '打电话' };
    await company.call('CrmCustomer/addRecord', followUp, { as: seller });
    await company.call('CrmCustomer/deleteByIds', { customerIds: await idOf('撤销四公司') }, { as: manager });

    const foreign = await company.call('system/message/undoImport', { messageId: info['messageId'] }, { as: manager });
    expect(foreign.code).toBe(404);
    expect(await undo(info['messageId'])).toMatchObject({ status: 'undone', undoneSize: 2, keptSize: 4 });
    expect(await total()).toBe(before + 2);
    expect((await imports.find('撤销前的公司'))[0]).toMatchObject({ remark: '原备注', mobile: '13812340001' });
    expect(await remarkOf('撤销一公司')).toBe('改过');
    expect(await remarkOf('撤销前改的公司')).toBe('新备注');
    const kept = (await imports.lines(info['messageId'])).map((line) => [line.row, line.result]);
    expect(kept).toEqual([
      [3, 'kept'],
      [4, 'kept'],
      [5, 'kept'],
      [7, 'kept'],
    ]);
    const again = await company.call('system/message/undoImport', { messageId: info['messageId'] }, { as: seller });
    expect([again.code, again.msg]).toEqual([409, '该导入已撤销']);
  });

  it('has nothing to do where a row said what was there already', async () => {
    const sheet = await imports.workbook([['一样的公司', '一样的备注']], nameAndRemark);
    await imports.run(sheet, over);
    const info = await imports.run(sheet, over);
    expect(info).toMatchObject({ updatedSize: 1 });
    await imports.save({ customerId: await idOf('一样的公司'), remark: '后来的' });
    const version = (await imports.find('一样的公司'))[0]?.['version'];
    expect(await undo(info['messageId'])).toMatchObject({ undoneSize: 1, keptSize: 0 });
    expect((await imports.find('一样的公司'))[0]).toMatchObject({ remark: '后来的', version });
  });

  it('takes records back that several rows changed, as far apart as they stood', async () => {
    await imports.save({ customer_name: '多行公司', remark: '最初' });
    const others = Array.from({ length: 1200 }, (_, at) => [`多行${at}号`, '']);
    const rows = [
      ['多行公司', '一'],
      ['多行新公司', '一'],
      ...others,
      ['多行公司', '二'],
      ['多行新公司', '二'],
      ['多行公司', '三'],
    ];
    const before = await total();
    const info = await imports.run(await imports.workbook(rows, nameAndRemark), over);
    expect(info).toMatchObject({ createdSize: 1201, updatedSize: 4, errSize: 0 });
    expect(await remarkOf('多行公司')).toBe('三');
    expect(await undo(info['messageId'])).toMatchObject({ undoneSize: 1205, keptSize: 0 });
    expect(await remarkOf('多行公司')).toBe('最初');
    expect(await total()).toBe(before);
  });

  it('keeps a record whose former unique value another one has taken since', async () => {
    const { admin } = company.people;
    const fields = (await company.call('field/list', { label: 2 }, { as: admin })).data as object[];
    const number = { name: '编号', formType: 'text', isUnique: 1 };
    await company.call('field/save', { label: 2, data: [...fields, number] }, { as: admin });
    const sheet = (name: string, value: string) => imports.workbook([[name, value]], { headers: ['客户名称', '编号'] });
    await imports.run(await sheet('编号甲公司', 'N1'), over);
    const info = await imports.run(await sheet('编号甲公司', 'N2'), over);
    await imports.run(await sheet('编号乙公司', 'N1'), over);
    expect(await undo(info['messageId'])).toMatchObject({ undoneSize: 0, keptSize: 1 });
    expect((await imports.find('编号甲公司'))[0]).toMatchObject({ 编号: 'N2' });
  });

  it('keeps a contact whose former customer has been deleted since', async () => {
    const { admin, seller, manager } = company.people;
    const fields = (await company.call('field/list', { label: 3 }, { as: admin })).data as object[];
    const number = { name: '工号', formType: 'text', isUnique: 1 };
    expect((await company.call('field/save', { label: 3, data: [...fields, number] }, { as: admin })).msg).toBe('');
    for (const name of ['旧东家公司', '新东家公司']) await imports.save({ customer_name: name });
    const move = async (customer: string) => {
      const headers = ['姓名', '客户名称', '工号'];
      const content = await imports.workbook([['调动的人', customer, 'K1']], { headers });
      const given = { repeatHandling: 1, ownerUserId: seller.userId };
      const file = { name: '联系人.xlsx', content };
      const sent = await company.call('CrmContacts/uploadExcel', given, { as: seller, file });
      return imports.follow(sent.data);
    };
    expect(await move('旧东家公司')).toMatchObject({ createdSize: 1 });
    const info = await move('新东家公司');
    expect(info).toMatchObject({ updatedSize: 1 });
    const gone = await company.call(
      'CrmCustomer/deleteByIds',
      { customerIds: await idOf('旧东家公司') },
      { as: manager },
    );
    expect(gone.msg).toBe('');
    expect(await undo(info['messageId'])).toMatchObject({ undoneSize: 0, keptSize: 1 });
    const { data } = await company.call('CrmContacts/queryPageList', { search: '调动的人' }, { as: seller });
    expect(data).toMatchObject({ list: [{ customerName: '新东家公司' }] });
  });

  it('follows a stopped import too', async () => {
    const before = await total();
    const rows = Array.from({ length: 6000 }, (_, at) => [`停下${at}号`, '']);
    const { data } = await imports.send(await imports.workbook(rows, nameAndRemark));
    for (let done = 0; done === 0;) {
      const answer = await company.call(
        'system/message/queryImportNum',
        { messageId: data },
        { as: company.people.seller },
      );
      done = Number(answer.data ?? 1);
    }
    await company.call('system/message/stopImport', { messageId: data }, { as: company.people.seller });
    const info = await imports.follow(data);
    expect(Number(info['createdSize'])).toBeGreaterThan(0);
    expect(await undo(data)).toMatchObject({ status: 'undone', undoneSize: info['createdSize'], keptSize: 0 });
    expect(await total()).toBe(before);
  });
});
