import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { isReadable } from '#server/testing/company/readable.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
});
afterAll(() => company.close());

const draft = async (name: string, who: 'seller' | 'stranger' = 'seller') => {
  const customer_id = await company.newCustomer(`${name}的客户`, who);
  return (await company.saved({ name, customer_id, checkStatus: 5 }, {}, who)).contractId;
};
const send = async (rows: readonly string[], headings = '合同名称,成员,权限', english = false) => {
  const { people, call } = company.company;
  const answer = await call(
    'CrmContract/uploadExcelTeam',
    {},
    {
      as: people.seller,
      file: { name: '成员.csv', content: Buffer.from(`${headings}\n${rows.join('\n')}\n`) },
      ...(english ? { headers: { 'x-language': 'en' } } : {}),
    },
  );
  if (answer.code !== 0) throw new Error(answer.msg);
  return answer.data as BulkSheetAnswer;
};
const members = async (contractId: number) =>
  (
    await company.done<{ realname: string; powerType: number }[]>('CrmContract/getMembers', { contractId }, 'admin')
  ).map(({ realname, powerType }) => [realname, powerType]);

it('a sheet adds people to the teams of contracts, says of each bad row why, and is taken back by one action', async () => {
  const [first, second, other] = [await draft('甲合同'), await draft('乙合同'), await draft('外人合同', 'stranger')];
  const [one, two] = ['甲合同', '乙合同'];
  const answer = await send([
    `${one},周远,读写`,
    `${one},郑代理,`,
    `${two},周远,只读`,
    '外人合同,周远,只读',
    `没有的合同,周远,只读`,
    `${one},无此人,`,
    `${two},周远,全部`,
    `${two},王芳,只读`,
    `,周远,只读`,
    `${two},,只读`,
  ]);
  expect([answer.total, answer.success, answer.skipped]).toEqual([10, 3, 0]);
  expect(answer.errors.map(({ row, msg }) => [row, msg])).toEqual([
    [5, '没有找到合同“外人合同”'],
    [6, '没有找到合同“没有的合同”'],
    [7, '没有找到员工“无此人”，请填写姓名或工号'],
    [8, '“权限”不能填写“全部”'],
    [9, '负责人不能重复选为团队成员!'],
    [10, '合同名称不能为空'],
    [11, '成员不能为空'],
  ]);
  expect(await members(first)).toEqual([
    ['王芳', 0],
    ['周远', 2],
    ['郑代理', 1],
  ]);
  expect(await members(second)).toEqual([
    ['王芳', 0],
    ['周远', 1],
  ]);
  // who is in the team reads the contract, and no other
  expect(await company.read(first, 'stranger')).toMatchObject({ name: '甲合同' });
  const beyond = await send([`${other},周远`], 'ID,成员', true);
  expect(beyond.errors.map(({ row, msg }) => [row, msg])).toEqual([[2, expect.stringMatching(/^[^\u4e00-\u9fff]+$/)]]);

  await company.done('operation/undo', { operationId: answer.operationId });
  expect([await members(first), await members(second)]).toEqual([[['王芳', 0]], [['王芳', 0]]]);
  expect(isReadable(await company.call('CrmContract/queryById', { contractId: first }, 'stranger'))).toBe(false);
});
