import { adminPassword } from '../server.ts';
import type { Viewer } from './scene.ts';

/** Somebody logged in, as the page stores it. */
export interface Login {
  readonly value: string;
  readonly userId: number;
  readonly expiresAt: number;
}

const oneTime = 'once-only-9925';
const password = 'Pictured-Person-6613';
/** Who can log in, once the company is filled. */
export const managerLogin = { username: '13900000001', password };

/** 50 characters, the longest name of a record. */
const longest = {
  customer: '中国（上海）自由贸易试验区临港新片区长三角一体化先进制造与工业互联网创新服务集团股份有限公司华东分公司',
  lead: 'Bartholomew-Featherstonehaugh Precision Instruments International Holdings',
  contact: '亚历山德拉·费奥多罗芙娜·罗曼诺娃-黑森-达姆施塔特·维多利亚·海伦娜·路易丝·贝阿特丽斯女士先生',
  department: '大中华区战略客户与渠道生态合作伙伴发展管理中心',
};
/** A customer that the manager does not see: the duplicate check finds it. */
export const elsewhere = '舟山渔家傲海产食品有限公司';
const cut = (name: string): string => [...name].slice(0, 50).join('');

/** What the demo company lacks: people to look through, and names as long as they may be. One call after the other, so that ids are the same each time. */
export async function fillCompany(url: string): Promise<Readonly<Record<Exclude<Viewer, 'visitor'>, Login>>> {
  const call = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const envelope = (await answer.json()) as Record<string, unknown>;
    if (envelope['code'] !== 0) throw new Error(`${path}: ${String(envelope['code'])} ${String(envelope['msg'])}`);
    return envelope;
  };
  const logIn = async (username: string, word: string): Promise<Login> => {
    const answer = await call('login', { username, password: word, type: 1 });
    return {
      value: String(answer['access_token']),
      userId: Number(answer['user_id']),
      expiresAt: Number(answer['exp']) * 1000,
    };
  };
  const firstLogIn = async (username: string) => {
    const { value } = await logIn(username, oneTime);
    await call('system/user/updatePassword', { oldPwd: oneTime, newPwd: password }, value);
    return logIn(username, password);
  };
  const saved = async (family: string, entity: object, field: object[], token: string) =>
    (await call(`${family}/addOrUpdate`, { entity, field }, token))['data'] as Record<string, number>;

  const admin = await logIn('admin', adminPassword);
  await call('system/dept/addDept', { name: longest.department, pid: 1 }, admin.value);
  const newcomer = { username: '19900000001', password: oneTime, realname: '新同事', deptId: 1, roleIds: '11' };
  await call('system/user/addUser', newcomer, admin.value);
  await call(
    'system/user/addUser',
    {
      ...newcomer,
      username: '19900000002',
      realname: cut(longest.contact),
      post: cut(longest.department),
      roleIds: '8',
    },
    admin.value,
  );
  const idOf = async (search: string) => {
    const { data } = await call('system/user/queryUserList', { page: 1, limit: 15, search }, admin.value);
    return Number((data as { list: { userId: number }[] }).list[0]?.userId);
  };
  const [manager, staffKeeper] = [await idOf(managerLogin.username), await idOf('13900000027')];
  await call(
    'system/user/resetPassword',
    { userIds: `${manager},${staffKeeper}`, password: oneTime, currentPassword: adminPassword },
    admin.value,
  );
  await call(
    'CrmCustomer/updateRulesSetting',
    { type: 1, followupDay: 90, dealDay: 365, putInPoolRemindConfig: 1, putInPoolRemindDays: 7 },
    admin.value,
  );
  // who may not grant all of a role asks somebody who may
  const keeper = await firstLogIn('13900000027');
  await call(
    'system/user/addUser',
    { ...newcomer, username: '19900000003', realname: '待确认', roleIds: '8' },
    keeper.value,
  );
  const at = await firstLogIn(managerLogin.username);
  const customer = await saved(
    'CrmCustomer',
    { customerName: cut(longest.customer), mobile: '13812345678', telephone: '021-58880000', remark: longest.customer },
    [],
    at.value,
  );
  const { customerId } = customer;
  for (const name of [cut(longest.contact), '陈建国'])
    await saved('CrmContacts', { name, customerId, mobile: '13912345678', post: '采购总监' }, [], at.value);
  await saved('CrmLeads', { leadsName: cut(longest.lead), mobile: '13712345678' }, [], at.value);
  for (const [content, category] of [
    ['电话沟通了年度框架协议，对方希望把账期放宽到 60 天，财务那边下周一之前给答复。', '打电话'],
    ['已把报价单和产品手册发到对方采购邮箱，等待技术部门确认参数。', '发短信'],
    ['上门拜访，见到了采购总监和两位工程师，现场演示了样机，反馈不错；下一步安排试用。', '上门拜访'],
  ])
    await call('CrmCustomer/addRecord', { typesId: customerId, content, category, mentionIds: [manager] }, admin.value);
  await askForApproval(manager);
  await call(
    'scene/addScene',
    {
      type: 2,
      name: '重点行业且有手机号码',
      data: [{ fieldName: 'mobile', condition: 'isNotNull', value: '' }],
    },
    at.value,
  );
  /** Lets two people decide about contracts, and the first of them has one to decide about. */
  async function askForApproval(first: number): Promise<void> {
    const flow = (name: string, conditions: object[], people: number[]) => ({
      categoryType: 1,
      examineType: 1,
      name,
      conditions,
      step: people.map((one) => ({ stepType: 2, checkUserId: [one] })),
    });
    const isLarge = [{ fieldName: 'amount', condition: 'gt', value: 500_000 }];
    await call('examine/saveExamine', flow('大额合同审批', isLarge, [first, admin.userId]), admin.value);
    await call('examine/saveExamine', flow('合同审批', [], [first]), admin.value);
    const { customerId: buyer } = await saved(
      'CrmCustomer',
      { customerName: elsewhere, mobile: '13612345678' },
      [],
      admin.value,
    );
    const { data } = await call('CrmProduct/queryPageList', { page: 1, limit: 15 }, admin.value);
    const [one, two] = (data as { list: { productId: number }[] }).list;
    const product = [
      { productId: one?.productId, num: '20', discount: '12' },
      { productId: two?.productId, num: '3', discount: '5' },
    ];
    const entity = { name: '渔家傲食品年度采购合同', customer_id: buyer, checkStatus: 0 };
    await call('CrmContract/saveAndUpdate', { entity, field: [], product }, admin.value);
  }
  return { admin, manager: at, newcomer: await firstLogIn('19900000001') };
}
