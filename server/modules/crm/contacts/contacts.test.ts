import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import type { Company } from '#server/testing/company.ts';
import { openContacts, openContactsCompany, type Page } from '#server/modules/crm/contacts/testing.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openContactsCompany();
});
afterAll(() => company.close());

const { ask, done, newCustomer, newContact, ownersOf, undo, people, listed, namesIn } = openContacts(() => company);

describe('the contacts of a customer', () => {
  it('are read by people who can read the customer, with an access flag for each', async () => {
    const customerId = await newCustomer('联系甲');
    const own = await newContact(customerId, '赵一', {
      post: '总经理',
      mobile: '13812340001',
      telephone: '010-88001234',
    });
    await done('CrmContacts/addOrUpdate', {
      entity: { contactsId: own },
      field: [{ fieldName: '是否关键决策人', name: '是否关键决策人', value: '是' }],
    });
    await newContact(customerId, '钱二', { post: '采购' });
    const page = (await done('CrmCustomer/queryContacts', { customerId, limit: 1, page: 2 })) as Page;
    expect(page.totalRow).toBe(2);
    const bare = await done('CrmCustomer/queryContacts', { customerId, pageType: 0, search: '赵' });
    const row = {
      contactsId: own,
      name: '赵一',
      mobile: '13812340001',
      areaCode: '',
      post: '总经理',
      telephone: '010-88001234',
      是否关键决策人: '是',
      mayRead: 1,
    };
    expect(bare).toEqual([row]);
    // a member of the customer's team sees whom to call, but cannot open contacts of others
    expect((await ask('CrmCustomer/queryContacts', { customerId }, 'stranger')).code).toBe(404);
    await done('CrmCustomer/addMembers', { ids: customerId, memberIds: people().stranger.userId, power: 1 });
    const shared = await done('CrmCustomer/queryContacts', { customerId, pageType: 0, search: '赵' }, 'stranger');
    expect(shared).toEqual([{ ...row, mayRead: 0 }]);
    expect(isReadable(await ask('CrmContacts/queryById', { contactsId: own }, 'stranger'))).toBe(false);
  });

  it('come as a bare array of the newest 1,000 (security L7)', async () => {
    const customerId = await newCustomer('联系多');
    const { userId } = people().seller;
    await sql`
      insert into contacts (name, customer_id, owner_user_id, create_user_id, batch_id, update_time)
      select '第' || n, ${customerId}, ${userId}, ${userId}, gen_random_uuid(), now() + make_interval(secs => n)
      from generate_series(1, 1001) as n`.execute(company.db);
    const bare = (await done('CrmCustomer/queryContacts', { customerId, pageType: 0 })) as { name: string }[];
    expect([bare.length, bare[0]?.name, bare.at(-1)?.name]).toEqual([1000, '第1001', '第2']);
    await company.db
      .deleteFrom('contacts' as never)
      .where('customer_id' as never, '=', customerId as never)
      .execute();
  });

  it('keep hidden what the reader’s roles hide, and numbers from people who cannot read contacts', async () => {
    const customerId = await newCustomer('联系乙');
    await newContact(customerId, '孙三', { post: '秘密职务', mobile: '13812340003' });
    const { data } = await ask('field/list', { label: contactsType.code }, 'admin');
    const post = (data as { fieldId: number; fieldName: string }[]).find((field) => field.fieldName === 'post');
    const hide = (level: number) =>
      done('field/saveRoleField', { roleId: 11, label: 3, data: [{ fieldId: post?.fieldId, level }] }, 'admin');
    await hide(0);
    const rows = await done('CrmCustomer/queryContacts', { customerId, pageType: 0 });
    expect(rows).toMatchObject([{ name: '孙三', post: '', mobile: '13812340003' }]);
    await hide(2);
    const menus = menuIdsBelow('crm:contacts:', 'crm:pool:');
    await company.db.deleteFrom('role_menu').where('role_id', '=', 11).where('menu_id', 'in', menus).execute();
    await sql`update org_version set version = version + 1`.execute(company.db);
    const names = await done('CrmCustomer/queryContacts', { customerId, pageType: 0 });
    expect(names).toMatchObject([{ name: '孙三', post: '秘密职务', mobile: '', mayRead: 0 }]);
    const probe = await done('CrmCustomer/queryContacts', { customerId, pageType: 0, search: '1234000' });
    expect(probe).toEqual([]);
    await company.db
      .insertInto('role_menu')
      .values(menus.map((menu_id) => ({ role_id: 11, menu_id })))
      .execute();
    await sql`update org_version set version = version + 1`.execute(company.db);
  });

  it('prevent the deletion of their customer, by hand and by sheet, until they are gone', async () => {
    const customerId = await newCustomer('联系丙');
    const contactsId = await newContact(customerId, '李四');
    const refused = await ask('CrmCustomer/deleteByIds', { customerIds: customerId });
    expect([refused.code, refused.msg]).toEqual([500, '客户「联系丙」还有 1 个联系人（李四），不能删除']);
    const file = { name: '删除.csv', content: Buffer.from(`ID\n${customerId}\n`) };
    const sheet = await company.call('CrmCustomer/uploadExcelDelCustomer', {}, { as: people().manager, file });
    expect(JSON.stringify(sheet.data)).toContain('还有 1 个联系人（李四），不能删除');
    await done('CrmContacts/deleteByIds', { contactsIds: contactsId });
    await done('CrmCustomer/deleteByIds', { customerIds: customerId });
  });

  it('are restored from the recycle bin only after their customer, also by undo', async () => {
    const customerId = await newCustomer('联系丁');
    const contactsId = await newContact(customerId, '周五');
    const deletion = await done('CrmContacts/deleteByIds', { contactsIds: contactsId });
    await done('CrmCustomer/deleteByIds', { customerIds: customerId });
    const restored = await done('CrmContacts/restoreByIds', { contactsIds: contactsId });
    const msg = '客户名称“联系丁”已删除，请先恢复';
    expect(restored).toEqual({ operationId: null, count: 0, failed: [{ id: contactsId, msg }] });
    expect(await undo(deletion)).toEqual({ undone: 0, kept: [{ id: contactsId, title: '周五' }] });
    await done('CrmCustomer/restoreByIds', { customerIds: customerId });
    expect(await done('CrmContacts/restoreByIds', { contactsIds: contactsId })).toMatchObject({ count: 1 });
  });

  it('keep a restored customer from being deleted again by an undo, and only that customer', async () => {
    const ids = [await newCustomer('恢复甲'), await newCustomer('恢复乙')] as const;
    await done('CrmCustomer/deleteByIds', { customerIds: ids });
    const restored = await done('CrmCustomer/restoreByIds', { customerIds: ids });
    await newContact(ids[1], '冯八');
    expect(await undo(restored)).toEqual({ undone: 1, kept: [{ id: ids[1], title: '恢复乙' }] });
    expect(isReadable(await ask('CrmCustomer/queryById', { customerId: ids[0] }))).toBe(false);
  });

  it('are not restored to a customer that has been deleted since', async () => {
    const [first, second] = [await newCustomer('旧东家'), await newCustomer('新东家')];
    const contactsId = await newContact(first, '吴六');
    const move = { ids: contactsId, fieldName: 'customerId', value: second };
    const act = await done('CrmContacts/updateFieldByIds', move);
    await done('CrmCustomer/deleteByIds', { customerIds: first });
    expect(await undo(act)).toMatchObject({ undone: 0, kept: [{ title: '吴六' }] });
    expect(await done('CrmContacts/queryById', { contactsId })).toMatchObject({ customerName: '新东家' });
  });

  it('move in a merge, and back with its undo', async () => {
    const [source, target] = [await newCustomer('合并源'), await newCustomer('合并目标')];
    const contactsId = await newContact(source, '郑七');
    await done('CrmContacts/deleteByIds', { contactsIds: await newContact(source, '走的人') });
    const preview = (await done('CrmCustomer/queryMergePreview', { ids: [source, target] })) as {
      rows: { moves: unknown[] }[];
    };
    expect(preview.rows[0]?.moves).toContainEqual({ kind: 'crm_contacts', name: '联系人', total: 1 });
    const merge = await done('CrmCustomer/mergeCustomer', { targetId: target, ids: [source] });
    expect(await done('CrmContacts/queryById', { contactsId })).toMatchObject({ customerId: target });
    await undo(merge);
    expect(await done('CrmContacts/queryById', { contactsId })).toMatchObject({ customerId: source });
  });
});

describe('transfer of customers', () => {
  it('transfers contacts with their customer on request, and back with one undo', async () => {
    const customerId = await newCustomer('转移甲');
    const ids = [await newContact(customerId, '同去'), await newContact(customerId, '别人的', {}, 'seller')] as const;
    await done('CrmContacts/transfer', { contactsIds: ids[1], newOwnerUserId: people().stranger.userId }, 'manager');
    const to = { newOwnerUserId: people().peer.userId, transferType: 1 };
    await done('CrmCustomer/transfer', { customerIds: await newCustomer('转移乙'), ...to });
    expect(await ownersOf(...ids)).toEqual([people().seller.userId, people().stranger.userId]);
    const act = await done('CrmCustomer/transfer', {
      customerIds: customerId,
      ...to,
      changeType: '1',
    });
    // as far as the actor may change them
    expect(await ownersOf(...ids)).toEqual([people().peer.userId, people().stranger.userId]);
    await undo(act);
    expect(await ownersOf(...ids)).toEqual([people().seller.userId, people().stranger.userId]);
  });

  it('requires reach of the contact itself, whatever customer has the same id', async () => {
    const customerId = await newCustomer('号码相同', 'stranger');
    const foreign = await newContact(customerId, '不归我', {}, 'stranger');
    // an own customer with the id of the foreign contact
    await sql`
      insert into customer (customer_id, customer_name, batch_id, owner_user_id, create_user_id)
      values (${foreign}, '同号客户', 'same-number', ${people().seller.userId}, ${people().seller.userId})
      on conflict do nothing`.execute(company.db);
    const transfer = { contactsIds: foreign, newOwnerUserId: people().seller.userId };
    expect((await ask('CrmContacts/transfer', transfer)).code).toBe(404);
    expect(await ownersOf(foreign)).toEqual([people().stranger.userId]);
  });
});

describe('the pool', () => {
  const put = (customerId: number) => done('CrmCustomer/updateCustomerByIds', { ids: customerId });

  it('takes the contacts of the customer’s owner, and one undo restores both', async () => {
    const customerId = await newCustomer('公海联系甲');
    const ids = [await newContact(customerId, '本人的'), await newContact(customerId, '同事的')] as const;
    await done('CrmContacts/transfer', { contactsIds: ids[1], newOwnerUserId: people().peer.userId });
    const act = await put(customerId);
    expect(await ownersOf(...ids)).toEqual([null, people().peer.userId]);
    // without an owner: readable through the right to the pool, but in no list
    expect(await done('CrmContacts/queryById', { contactsId: ids[0] }, 'stranger')).toMatchObject({ isPool: 1 });
    expect((await ask('CrmContacts/queryById', { contactsId: ids[0] }, 'hr')).code).toBe(403);
    expect((await listed({ search: '本人的' })).totalRow).toBe(0);
    const rows = await done('CrmCustomer/queryContacts', { customerId, pageType: 0, search: '本人的' }, 'stranger');
    expect(rows).toMatchObject([{ contactsId: ids[0], mayRead: 1 }]);
    await undo(act);
    expect(await ownersOf(...ids)).toEqual([people().seller.userId, people().peer.userId]);
  });

  it('gives them to the person who claims the customer or is assigned it', async () => {
    const customerId = await newCustomer('公海联系乙');
    const ids = [await newContact(customerId, '领走'), await newContact(customerId, '删掉的')] as const;
    await put(customerId);
    await done('CrmContacts/deleteByIds', { contactsIds: ids[1] }, 'stranger');
    const claim = await done('CrmCustomer/receiveByIds', { ids: customerId }, 'stranger');
    expect(await ownersOf(...ids)).toEqual([people().stranger.userId, people().stranger.userId]);
    await undo(claim, 'stranger');
    expect(await ownersOf(...ids)).toEqual([null, null]);
    await done('CrmCustomer/distributeByIds', { ids: customerId, userId: people().peer.userId }, 'admin');
    expect(await ownersOf(...ids)).toEqual([people().peer.userId, people().peer.userId]);
  });

  it('leaves the contacts of a customer that an undo leaves with its new owner', async () => {
    const ids = [await newCustomer('公海联系丁'), await newCustomer('公海联系戊')] as const;
    const contacts = [await newContact(ids[0], '留下'), await newContact(ids[1], '回去')] as const;
    await done('CrmCustomer/updateCustomerByIds', { ids: ids.join(',') });
    const claim = await done('CrmCustomer/receiveByIds', { ids: ids.join(',') }, 'stranger');
    const entity = { customerId: ids[0], remark: '改过' };
    await done('CrmCustomer/addOrUpdate', { entity, field: [] }, 'stranger');
    expect(await undo(claim, 'stranger')).toEqual({
      undone: 1,
      kept: [
        { id: ids[0], title: '公海联系丁' },
        { id: contacts[0], title: '留下' },
      ],
    });
    expect(await ownersOf(...contacts)).toEqual([people().stranger.userId, null]);
  });

  it('takes them when its rules release the customer', async () => {
    const customerId = await newCustomer('公海联系丙');
    const contactsId = await newContact(customerId, '到期');
    await sql`update customer set owner_since = now() - interval '200 days', create_time = now() - interval '200 days'
      where customer_id = ${customerId}`.execute(company.db);
    const rules = { followupDay: 30, dealDay: 100, type: 1, putInPoolRemindConfig: 0 };
    await done('CrmCustomer/updateRulesSetting', rules, 'admin');
    await runPoolRules(company.services);
    await done('CrmCustomer/updateRulesSetting', { ...rules, type: 0 }, 'admin');
    expect(await ownersOf(contactsId)).toEqual([null]);
  });

  it('does not get a contact whose former owner has left: the person who restores it becomes the owner', async () => {
    const customerId = await newCustomer('离职甲', 'agent');
    const contactsId = await newContact(customerId, '旧人', {}, 'agent');
    await done('CrmContacts/deleteByIds', { contactsIds: contactsId }, 'agent');
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', people().agent.userId).execute();
    await done('CrmContacts/restoreByIds', { contactsIds: contactsId }, 'admin');
    expect(await ownersOf(contactsId)).toEqual([people().admin.userId]);
  });
});

describe('addressees (code 10)', () => {
  it('are contacts with an address', async () => {
    const customerId = await newCustomer('收件甲');
    await newContact(customerId, '收件张', { address: '石家庄市中山路1号', mobile: '13812340010' });
    await newContact(customerId, '收件李');
    expect(namesIn(await listed({ search: '收件' })).toSorted()).toEqual(['收件张', '收件李']);
    const addressees = await listed({ search: '收件', type: 10 });
    expect(addressees).toMatchObject({
      totalRow: 1,
      list: [{ name: '收件张', mobile: '13812340010', address: '石家庄市中山路1号' }],
    });
    expect((await listed({ type: 10 }, 'stranger')).totalRow).toBe(0);
    expect((await listed({ type: 3, search: '收件', limit: 15 })).totalRow).toBe(2);
    // their columns, fields and scenes are those of contacts
    for (const [path, body] of [
      ['field/queryListHead', { label: 10 }],
      ['field/queryField', { label: 10 }],
      ['scene/queryScene', { type: 10 }],
      ['scene/queryField', { label: 10 }],
    ] as const) {
      const [part, whole] = [await ask(path, body), await ask(path, 'type' in body ? { type: 3 } : { label: 3 })];
      expect([path, part.code, part.data]).toEqual([path, 0, whole.data]);
    }
  });
});

describe('the duplicate check', () => {
  it('finds contacts of anybody by name, number or customer, and shows little of them', async () => {
    const customerId = await newCustomer('查重集团分部', 'stranger');
    const contactsId = await newContact(
      customerId,
      '重名人',
      { mobile: '13812349999', telephone: '0311-7654321' },
      'stranger',
    );
    await newContact(customerId, '另有其人', {}, 'stranger');
    const row = {
      contactsId,
      name: '重名人',
      customerId,
      customerName: '查重集团分部',
      ownerUserName: people().stranger.realname,
      mayRead: 0,
    };
    const found = (body: Record<string, unknown>) => done('CrmContacts/queryList', body);
    for (const body of [{ name: '重名' }, { mobile: '13812349999' }, { telephone: '0311-7654321' }])
      expect([body, await found(body)]).toEqual([body, { list: [row], totalRow: 1 }]);
    expect(await found({ customerName: '查重集团' })).toMatchObject({ totalRow: 2 });
    expect(await found({ customerName: '查重集团', name: '重名' })).toEqual({ list: [row], totalRow: 1 });
    expect(await found({ customerName: '没有这家', name: '重名' })).toEqual({ list: [], totalRow: 0 });
    expect(await found({ customerName: '公司' })).toEqual({ list: [], totalRow: 0 });
    expect(await found({ mobile: '138' })).toEqual({ list: [], totalRow: 0 });
    // the same questions as the check of leads
    expect(await found({ types: 'crm_contacts', leadsName: '重名人', page: 1, limit: 5 })).toMatchObject({
      list: [row],
    });
    expect((await ask('CrmContacts/queryList', { name: '重名' }, 'hr')).code).toBe(403);
  });
});

it('has all fifteen calls of docs/calls.txt', () => {
  const paths = new Set(company.application.routes.map((one) => one.endpoint.path));
  const actions =
    'addOrUpdate queryPageList deleteByIds queryById transfer queryBusiness addRecord getRecord batchExportExcel allExportExcel uploadExcel downloadExcel queryList relateBusiness unrelateBusiness';
  expect(actions.split(' ').filter((action) => !paths.has(`CrmContacts/${action}`))).toEqual([]);
});
