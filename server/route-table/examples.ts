import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { newRecord, recordMakings } from './record-examples.ts';
import { inputShape, smallest } from './schema.ts';
import { idsOf, isHeld, type Things } from './things.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Endpoint, Subject } from '#shared/wire/endpoint.ts';
import { withId, type Table, type Making, type Example } from './table.ts';

let made = 0;
const fresh = (prefix: string): string => `${prefix}${(made += 1)}`;
const goodPassword = 'kw7 qpz 沃土 19';

const picture = async () => ({
  name: '图.png',
  content: await sharp({ create: { width: 16, height: 16, channels: 3, background: '#3e84e9' } })
    .png()
    .toBuffer(),
});
/** A sheet that names a customer of the sender, and a colleague where a cell is empty; about a record of its own: what a sheet does to it is nothing to the calls behind. */
const bulkSheet = async (
  table: Table,
  things: Things,
  more: readonly (readonly [heading: string, cell: string])[] = [],
) => {
  const headings = ['ID', ...more.map(([heading]) => heading)];
  const { stranger } = table.company.people;
  const cells = [await newRecord(table, things, customerType), ...more.map(([, cell]) => cell || stranger.username)];
  return { body: {}, file: { name: '批量.csv', content: Buffer.from(`${headings.join(',')}\n${cells.join(',')}\n`) } };
};
const textFile = () => ({ name: '附件.txt', content: Buffer.from('text') });

const recordForm: Making = (_table, things) => ({ body: { label: 2, id: things.records.crm_customer } });

const newDepartment = async ({ company }: Table): Promise<number> => {
  const row = await company.db
    .insertInto('department')
    .values({ name: fresh('部门'), pid: 1, num: 0, remark: '' })
    .returning('dept_id')
    .executeTakeFirstOrThrow();
  return row.dept_id;
};
const newRole = async ({ company }: Table): Promise<number> => {
  const row = await company.db
    .insertInto('role')
    .values({ role_name: fresh('角色'), role_type: 2, data_type: 1, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  return row.role_id;
};
const aFieldId = async ({ company }: Table): Promise<number> => {
  const field = await company.db
    .selectFrom('record_field')
    .select('field_id')
    .where('field_name', '=', 'remark')
    .where('type_code', '=', 2)
    .executeTakeFirstOrThrow();
  return field.field_id;
};
/** A field that numbers customers, added once. */
const aSequenceId = async ({ company }: Table): Promise<number> => {
  const as = company.people.admin;
  const name = '示例编号';
  const list = async () =>
    (await company.call('field/list', { label: 2 }, { as })).data as { name: string; fieldId: number }[];
  const known = await list();
  if (!known.some((field) => field.name === name))
    await company.call('field/save', { label: 2, data: [...known, { name, formType: 'sequence' }] }, { as });
  return (await list()).find((field) => field.name === name)?.fieldId ?? 0;
};
const newPerson = async (table: Table): Promise<number> => (await table.hire()).userId;
const linkOfContact = ({ records }: Things) => ({ contactsId: records['crm_contacts'], businessIds: [1] });
const aCondition = { fieldName: 'customer_name', condition: 'contains', value: '公司' };
const linkOf = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);

/** What the shape of an input cannot say. A call without an entry is sent the smallest body that fits its contract. */
const makings: Readonly<Record<string, Making>> = {
  login: async ({ company }) => ({
    body: { username: company.people.peer.username, password: company.people.peer.password },
  }),
  logout: (_table, things) => ({ token: things.token }),
  refresh: (_table, things) => ({ body: { refreshToken: things.refreshToken } }),
  'setup/createAdmin': () => ({ code: 404 }),
  'user/info': () => ({ body: {} }),
  'system/user/detail': async ({ company }) => ({ body: { userId: company.people.seller.userId } }),
  'system/user/updateUser': async (table) => {
    const { username, realname, token } = await table.hire();
    return { body: { username, realname, sex: 1 }, token };
  },
  'system/user/updatePassword': async (table) => {
    const person = await table.hire();
    return { body: { oldPwd: person.password, newPwd: goodPassword }, token: person.token };
  },
  'system/user/updateImg': async () => ({ body: {}, file: await picture() }),
  'system/dept/addDept': () => ({ body: { name: fresh('新部门'), pid: 1 } }),
  'system/dept/updateDept': async (table) => ({ body: { deptId: await newDepartment(table), name: fresh('改部门') } }),
  'system/dept/deleteDept': async (table) => ({ body: { id: await newDepartment(table) } }),
  'sysConfig/setHelpVideo': () => ({ body: { type: 2, url: 'https://videos.example.com/customers.mp4' } }),
  'sysConfig/setSysConfig': async () => ({ body: { name: '云帆科技' }, file: await picture() }),
  'system/user/addUser': () => ({
    body: {
      username: `1570000${String((made += 1)).padStart(4, '0')}`,
      password: goodPassword,
      realname: '新同事',
      deptId: 1,
      roleIds: [11],
    },
  }),
  'system/user/setUser': async (table) => ({ body: { userId: await newPerson(table), realname: '改名' } }),
  'system/user/setUserStatus': async (table) => ({ body: { userIds: [await newPerson(table)], status: 1 } }),
  'system/user/setAgentFlag': async (table) => ({ body: { userIds: [await newPerson(table)], agentFlag: 1 } }),
  'system/user/resetPassword': async (table) => ({
    body: { userIds: [await newPerson(table)], password: goodPassword },
  }),
  'system/user/usernameEdit': async (table) => ({
    body: {
      id: await newPerson(table),
      username: `1580000${String((made += 1)).padStart(4, '0')}`,
      password: goodPassword,
    },
  }),
  'system/job/reviveDeadLetters': () => ({ body: { jobIds: [randomUUID()] } }),
  'system/menu/getMenuListByType': () => ({ body: { roleType: 2 } }),
  'system/role/getRoleByType': () => ({ body: { roleType: 2 } }),
  'system/role/add': () => ({ body: { roleName: fresh('新角色'), roleType: 2 } }),
  'system/role/update': async (table) => ({ body: { roleId: await newRole(table), roleName: fresh('改角色') } }),
  'system/role/updateRoleMenu': async (table) => ({ body: { id: await newRole(table), type: 1, rules: [28] } }),
  'system/role/copy': async (table) => ({ body: { roleId: await newRole(table) } }),
  'system/role/delete': async (table) => ({ body: { roleId: await newRole(table) } }),
  'system/role/relatedUser': async (table) => ({
    body: { userIds: [await newPerson(table)], roleIds: [await newRole(table)] },
  }),
  'system/role/unbindingUser': async (table) => {
    const roleId = await newRole(table);
    const { userId } = await table.hire({ roles: [11, roleId] });
    return { body: { userId, roleId } };
  },
  'file/upload': (_table, things) => ({ body: { batchId: things.looseBatch }, file: textFile() }),
  'file/renameFileById': (_table, things) => ({ body: { fileId: things.file, name: '新名.txt' } }),
  // the links of `things` are their owner's: whoever else sends this body is refused for the link already
  'file/download': (_table, things) => ({ body: linkOf(things.link) }),
  'field/queryField': recordForm,
  'field/queryLineField': recordForm,
  'field/information': (_table, things) => ({ body: { types: 2, id: things.records.crm_customer } }),
  'field/queryListHead': () => ({ body: { label: 2 } }),
  'field/queryFieldConfig': () => ({ body: { label: 2 } }),
  'field/fieldConfig': () => ({ body: { label: 2, noHideIds: 'customer_name,mobile,remark', hideIds: 'website' } }),
  'field/setFelidStyle': () => ({ body: { types: '2', field: 'customerName', width: 200 } }),
  'field/verify': async ({ company }) => {
    const field = await company.db
      .selectFrom('record_field')
      .select('field_id')
      .where('field_name', '=', 'customer_name')
      .executeTakeFirstOrThrow();
    return { body: { fieldId: field.field_id, value: fresh('没有的公司') } };
  },
  'scene/queryField': () => ({ body: { label: 2 } }),
  'field/queryRecompute': () => ({ body: { label: 2 } }),
  'field/queryRollups': () => ({ body: { label: 2 } }),
  'field/checkFormula': () => ({ body: { label: 2, formula: '1 + 1' } }),
  'scene/querySceneCount': () => ({ body: { type: 2 } }),
  'field/list': () => ({ body: { label: 2 } }),
  'field/save': async ({ company }) => {
    const { data } = await company.call('field/list', { label: 2 }, { as: company.people.admin });
    const drafts = (data as Record<string, unknown>[]).map((field) => ({
      ...field,
      maxLength: field['maxLength'] ?? '',
      options: undefined,
    }));
    return { body: { label: 2, data: drafts } };
  },
  'field/querySequence': async (table) => ({ body: { fieldId: await aSequenceId(table) } }),
  'field/setSequence': async (table) => ({
    body: { fieldId: await aSequenceId(table), pattern: 'KH-{0000}', reset: 'never' },
  }),
  'field/getCheckingField': () => ({ body: { type: 2 } }),
  'field/queryRoleField': async (table) => ({ body: { roleId: await newRole(table), label: 2 } }),
  'field/saveRoleField': async (table) => ({
    body: { roleId: await newRole(table), label: 2, data: [{ fieldId: await aFieldId(table), level: 1 }] },
  }),
  'CrmRecord/queryRecordList': (_table, things) => ({ body: { actionId: things.records.crm_customer, types: '2' } }),
  'CrmRecord/queryMentionList': (_table, things) => ({
    body: { actionId: things.records.crm_customer, types: '2', search: '' },
  }),
  'Crm/Instrument/queryBulletinInfo': () => ({ body: { label: 2, type: 'today' } }),
  'Crm/Instrument/queryRanking': () => ({ body: { kind: 'follow_up' } }),
  'search/queryAll': () => ({ body: { search: '公司' } }),
  'CrmRecord/setRecordOptions': () => ({ body: { value: ['打电话', '发短信', '上门拜访'] } }),
  'system/message/undoImport': async ({ company }, things) => {
    await company.db
      .updateTable('import_task')
      .set({ status: 'done' })
      .where('import_id', '=', things.import)
      .execute();
    return {};
  },
  // each one can be converted once
  'CrmLeads/transfer': async (table, things) => ({ body: { leadsIds: [await newRecord(table, things, leadsType)] } }),
  'CrmLeads/transferPlus': async (table, things) => ({
    body: { leadsId: await newRecord(table, things, leadsType), website: 'www.example.cn' },
  }),
  'CrmLeads/transferQichacha': async (table, things) => ({
    body: { leadsId: await newRecord(table, things, leadsType), detailAddress: '人民路1号' },
  }),
  'CrmLeads/queryTransferPreview': async (table, things) => ({
    body: { leadsIds: [await newRecord(table, things, leadsType)] },
  }),
  'CrmLeads/queryList': () => ({ body: { leadsName: '线索 ' } }),
  'CrmCustomer/queryList': () => ({ body: { customerName: '公司 ' } }),
  'CrmCustomer/setDuplicateCheck': () => ({ body: { customerDuplicateCheck: 1, leadsDuplicateCheck: 1 } }),
  'CrmCustomer/update': (_table, { records }) => ({
    body: { leadsOrcustomer: 'customer', entity: { customerId: records.crm_customer, website: `${fresh('w')}.cn` } },
  }),
  'CrmCustomer/updatePlus': (_table, { records }) => ({
    body: { leadsOrcustomer: 'customer', entity: { customerId: records.crm_customer, rec_cap: `${fresh('')}万` } },
  }),
  'crm/leads/update': (_table, { records }) => ({
    body: { leadsOrcustomer: 1, entity: { leadsId: records.crm_leads, telephone: fresh('010-1') } },
  }),
  'CrmLeads/fuzzySearch': () => ({ body: { searchKey: '科技', pageSize: 20, pageIndex: 1 } }),
  'CrmLeads/fuzzySearchPlus': () => ({ body: { searchKey: '科技', pageSize: 20, pageIndex: 1 } }),
  'CrmEnterprise/uploadExcel': () => ({
    body: {},
    file: { name: '企业.csv', content: Buffer.from(`企业名称\n${fresh('企业')}\n`) },
  }),
  'CrmCustomer/findByCustomerPageList': () => ({ body: { customerName: '公司 ' } }),
  'CrmContacts/queryList': () => ({ body: { customerName: '公司 ' } }),
  // there are no opportunities yet: every id is that of none
  'CrmContacts/relateBusiness': (_table, things) => ({ body: linkOfContact(things), code: 404 }),
  'CrmContacts/unrelateBusiness': (_table, things) => ({ body: linkOfContact(things), code: 404 }),
  // those that the things come with have contacts
  'CrmCustomer/deleteByIds': async (table, things) => ({
    body: { customerIds: [await newRecord(table, things, customerType)] },
  }),
  // one of its own: others are merged and deleted by the calls before
  'CrmCustomer/queryPageListMember': async (table, things) => {
    const customer = await newRecord(table, things, customerType);
    await sql`
      insert into record_team (type_code, record_id, user_id, power) values (2, ${customer}, ${things.owner.userId}, 1)
      on conflict do nothing`.execute(table.company.db);
    return { body: {} };
  },
  'CrmCustomer/distributeByIds': ({ company }, things) => ({
    body: { ids: [things.pooled], userId: company.people.stranger.userId },
  }),
  'CrmCustomer/receiveByIds': (_table, things) => ({ body: { ids: [things.pooled] } }),
  'CrmCustomer/poolBatchExportExcel': (_table, things) => ({ body: { ids: [things.pooled] } }),
  'CrmCustomer/updateRulesSetting': () => ({ body: { type: 1, followupDay: 30, dealDay: 60 } }),
  'CrmCustomer/customerSetting': async (table) => ({
    body: { type: 1, customerNum: 1000, customerDeal: 0, userList: [await newPerson(table)] },
  }),
  'CrmCustomer/deleteCustomerSetting': async ({ company }) => {
    const { setting_id: settingId } = await company.db
      .insertInto('customer_limit')
      .values({ type: 1, customer_num: 1000, customer_deal: 0 })
      .returning('setting_id')
      .executeTakeFirstOrThrow();
    return { body: { settingId } };
  },
  'CrmCustomer/uploadExcelTeam': (table, things) => bulkSheet(table, things, [['成员', '']]),
  'CrmCustomer/uploadExcelDelTeam': (table, things) => bulkSheet(table, things, [['成员', '']]),
  'CrmCustomer/uploadExcelDelCustomer': (table, things) => bulkSheet(table, things),
  'CrmCustomer/uploadExcelFollowUp': (table, things) =>
    bulkSheet(table, things, [
      ['跟进内容', fresh('来电')],
      ['记录类型', '打电话'],
    ]),
  'CrmCustomer/crmSeasCustomers': (table, things) => bulkSheet(table, things),
  'CrmCustomer/uploadExcelChangeCustomerUser': (table, things) => bulkSheet(table, things, [['新负责人', '']]),
  'scene/queryScene': () => ({ body: { type: 2 } }),
  'scene/querySceneConfig': () => ({ body: { type: 2 } }),
  'scene/addScene': () => ({ body: { type: 2, name: fresh('视图'), data: [aCondition] } }),
  'scene/updateScene': (_table, things) => ({
    body: { sceneId: things.scene, name: fresh('视图'), data: [aCondition] },
  }),
  'scene/sceneConfig': async ({ company }, things) => {
    const { data } = await company.call('scene/queryScene', { type: 2 }, { as: things.owner });
    return { body: { type: 2, noHideIds: (data as { sceneId: number }[]).map((scene) => scene.sceneId), hideIds: [] } };
  },
  'access/explainRecord': (_table, things) => ({ body: { types: '2', id: things.records.crm_customer } }),
  'map/searchPlace': () => ({ body: { text: '石家庄' } }),
};

export async function exampleOf(table: Table, endpoint: Endpoint, things: Things): Promise<Example> {
  const making = await (makings[endpoint.path] ?? recordMakings()[endpoint.path])?.(table, things);
  if (making?.body) return { ...making, body: making.body };
  let body = smallest(inputShape(endpoint)) as Record<string, unknown>;
  for (const [path, subject] of Object.entries(endpoint.ids)) {
    if (isHeld(subject)) body = withId(body, path, idsOf(subject, things)[0] ?? 0);
    else if (Object.hasOwn(body, path)) body = withId(body, path, knownIds(table)[subject] ?? 1);
  }
  return { ...making, body };
}

/** Ids that every employee knows. */
const knownIds = ({ company }: Table): Partial<Record<Subject, number>> => ({
  user: company.people.stranger.userId,
  dept: company.people.stranger.deptId,
  role: 11,
});
