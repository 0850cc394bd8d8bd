import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import { cardPhoto, type BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from business_card`.execute(company.db);
  await sql`update app_user set status = 1 where status = 0`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const family = 'electronicBusinessCard';
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`${family}/${call}`, body, {
    as,
    ...(/^(?:typeList|memberList|memberDetail)$/.test(call) && { method: 'GET' as const }),
  });
const save = async (body: Record<string, unknown>, as?: Who): Promise<number> => {
  const answer = await ask('memberAddOrUpdate', body, as);
  expect(answer.msg).toBe('');
  return (answer.data as { id: number }).id;
};
/** The least of a new card. */
const anyCard = () => ({ userId: company.people.seller.userId, typeId: 2, name: '沈岚' });
const rows = async (filter: Record<string, unknown> = {}, as?: Who) =>
  ((await ask('memberList', { limit: 100, ...filter }, as)).data as { list: BusinessCard[] }).list;
const names = async (filter: Record<string, unknown>) => (await rows(filter)).map(({ name }) => name);
const detail = async (id: number) => (await ask('memberDetail', { id })).data as BusinessCard;
const changes = async () =>
  (
    (await company.call('system/setting/queryChangeList', { kinds: 'business_card' }, { as: company.people.admin }))
      .data as { list: SettingChange[] }
  ).list;
const undoNewest = async () =>
  company.call('system/setting/undoChange', { changeId: (await changes())[0]?.changeId }, { as: company.people.admin });

const { width, height } = cardPhoto;
const plain = (size: { width: number; height: number } = { width, height }) =>
  sharp({ create: { ...size, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
const noise = (size: { width: number; height: number } = { width, height }) =>
  sharp({ create: { ...size, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 90 } } })
    .png()
    .toBuffer();
const fileIdOf = ({ body }: Answer): number => Number(body['fileId']);
/** Uploads a file and answers its id. */
async function uploaded(content: Buffer, name = '照片.png', as: Who = company.people.admin): Promise<number> {
  const answer = await company.call('file/upload', {}, { as, file: { name, content } });
  expect(answer.code).toBe(0);
  return fileIdOf(answer);
}

/** Somebody with one right of the back office. */
async function holderOf(permission: Permission): Promise<Who & { userId: number }> {
  const { agent } = company.people;
  const [menuId] = menuIdsBelow(permission);
  await sql`delete from role_menu where role_id = 9`.execute(company.db);
  await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
  await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
  await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return { token: await tokenFor(company.db, agent.userId), userId: agent.userId };
}

describe('a business card', () => {
  it('comes back as it was saved, with its type, its number in one form and its contact', async () => {
    const { admin, seller } = company.people;
    const photoFileId = await uploaded(await plain());
    const id = await save({
      ...anyCard(),
      post: '课程顾问',
      company: '云帆',
      deptName: '华东',
      mobile: '+60 12-345 6789',
      email: 'sl@example.com',
      address: '杭州市',
      introduction: '十年经验',
      photoFileId,
    });
    const expected = {
      id,
      typeId: 2,
      typeName: '顾问名片',
      userId: seller.userId,
      realname: seller.realname,
      userStatus: 1,
      name: '沈岚',
      post: '课程顾问',
      company: '云帆',
      deptName: '华东',
      mobile: '+60 123456789',
      email: 'sl@example.com',
      address: '杭州市',
      introduction: '十年经验',
      photo: expect.stringContaining(`fileId=${photoFileId}`) as unknown,
      photoFileId,
      qrCode: expect.stringContaining('TEL;TYPE=CELL:+60123456789') as unknown,
      status: 1,
      createUserId: admin.userId,
      createUserName: admin.realname,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
    };
    expect(await rows()).toEqual([expected]);
    expect(await detail(id)).toEqual(expected);
  });

  it('keeps what a change does not name, and empties what it names as empty', async () => {
    const photoFileId = await uploaded(await plain());
    const id = await save({ ...anyCard(), post: '顾问', mobile: '13812345678', photoFileId });
    await save({ id, status: 0 });
    expect(await detail(id)).toMatchObject({ post: '顾问', mobile: '13812345678', photoFileId, status: 0 });
    await save({ id, post: '', mobile: '', photoFileId });
    expect(await detail(id)).toMatchObject({ name: '沈岚', post: '', mobile: '', photoFileId, status: 0 });
    await save({ id, photoFileId: 0 });
    expect(await detail(id)).toMatchObject({ photoFileId: null, photo: '', status: 0 });
  });

  it.each([
    [{ name: '' }, '姓名不能为空'],
    [{ name: undefined }, '姓名不能为空'],
    [{ typeId: undefined }, '名片类型不能为空'],
    [{ typeId: 99 }, '没有这种名片类型'],
    [{ userId: undefined }, '员工不能为空'],
    [{ userId: 999_999 }, '没有这位员工'],
    [{ mobile: '12345' }, '手机'],
    [{ email: 'nobody' }, '邮箱'],
    [{ introduction: '长'.repeat(201) }, ''],
    [{ name: { first: '沈' } }, ''],
    [{ userId: -1 }, ''],
    [{ status: 2 }, ''],
    [{ photoFileId: 'x' }, ''],
    [{ photoFileId: -5 }, ''],
    [{ photoFileId: 999_999 }, ''],
    [{ id: 999_999 }, ''],
  ])('that is wrong is refused in words that say what: %j', async (wrong, words) => {
    const answer = await ask('memberAddOrUpdate', { ...anyCard(), ...wrong });
    expect([answer.code >= 400 && answer.code < 500, answer.msg]).toEqual([true, expect.stringContaining(words)]);
    expect(await rows()).toEqual([]);
  });

  it('is one of its type for a person, also for two who save at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('memberAddOrUpdate', anyCard())));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== 0).map(({ code, msg }) => [code, msg]);
    expect(refused).toEqual(Array.from({ length: 5 }, () => [422, '沈岚已有这种名片，请编辑原来的名片']));
    const other = await save({ ...anyCard(), typeId: 3 });
    expect((await ask('memberAddOrUpdate', { id: other, typeId: 2 })).msg).toContain('已有这种名片');
    expect(await rows()).toHaveLength(2);
  });

  it('is not given to a person who has been disabled, and says of one who was since', async () => {
    const id = await save(anyCard());
    await sql`update app_user set status = 0 where user_id = ${company.people.seller.userId}`.execute(company.db);
    expect(await detail(id)).toMatchObject({ userStatus: 0 });
    await save({ id, post: '离职' });
    const answer = await ask('memberAddOrUpdate', { ...anyCard(), typeId: 3 });
    expect([answer.code, answer.msg]).toEqual([422, '没有这位员工，或者员工已停用，请重新选择']);
  });
});

describe('its photo', () => {
  it.each<[string, () => Promise<Buffer>, string, string]>([
    ['of too many bytes', noise, '照片.png', '证件照图片大小不能超过200KB'],
    ['of another size', () => plain({ width: 630, height: 450 }), '照片.png', '450×630'],
    ['that is no picture', async () => Buffer.from('a,b\n1,2\n'), '表.csv', '450×630'],
    [
      'that moves',
      () =>
        sharp({ create: { width, height, channels: 3, background: '#fff' } })
          .gif()
          .toBuffer(),
      '动.gif',
      '450×630',
    ],
  ])('%s is refused by what the file is', async (_what, content, name, words) => {
    const photoFileId = await uploaded(await content(), name);
    const answer = await ask('memberAddOrUpdate', { ...anyCard(), photoFileId });
    expect([answer.code, answer.msg]).toEqual([422, expect.stringContaining(words)]);
    expect(await rows()).toEqual([]);
  });

  it('is an upload of whoever saves it: no file of another person, of a record or of another card', async () => {
    const { seller, admin } = company.people;
    const foreign = await uploaded(await plain(), '照片.png', seller);
    const own = await uploaded(await plain());
    await save({ ...anyCard(), typeId: 1, photoFileId: own });
    const batchId = crypto.randomUUID();
    const attached = await company.call(
      'file/upload',
      { type: 'img', batchId },
      { as: admin, file: { name: '照片.png', content: await plain() } },
    );
    const customer = await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '带照片的客户', batch_id: batchId } },
      { as: admin },
    );
    expect(customer.msg).toBe('');
    for (const fileId of [foreign, own, fileIdOf(attached), 999_999]) {
      const answer = await ask('memberAddOrUpdate', { ...anyCard(), photoFileId: fileId });
      expect([fileId, answer.code]).toEqual([fileId, 404]);
    }
    expect((await rows()).map(({ typeId }) => typeId)).toEqual([1]);
  });

  it('is seen by others who read the cards, and nobody removes it', async () => {
    const photoFileId = await uploaded(await plain());
    await save({ ...anyCard(), photoFileId });
    const other = await holderOf('manage:crm:ElectronicCardConfig');
    const [card] = await rows({}, other);
    expect(card?.photo).toContain('/api/file/download');
    expect((await company.call('file/queryById', { id: photoFileId }, { as: other })).code).toBe(0);
    for (const as of [other, company.people.admin])
      expect((await company.call('file/removeById', { id: photoFileId }, { as })).code).toBe(404);
  });
});

describe('the list of cards', () => {
  it('is found by name, number, type and state, in pages', async () => {
    const { seller, admin } = company.people;
    await save({ userId: seller.userId, typeId: 1, name: '沈岚', mobile: '13812345678' });
    await save({ userId: seller.userId, typeId: 2, name: 'Shen_Lan', mobile: '+60 123456789', status: 0 });
    await save({ userId: admin.userId, typeId: 1, name: '周启明' });
    expect(await names({ name: '岚' })).toEqual(['沈岚']);
    expect(await names({ name: 'shen_' })).toEqual(['Shen_Lan']);
    expect(await names({ name: '%' })).toEqual([]);
    expect(await names({ mobile: '138 1234' })).toEqual(['沈岚']);
    expect(await names({ mobile: '+60 12' })).toEqual(['Shen_Lan']);
    expect(await names({ mobile: 'x' })).toEqual([]);
    expect(await names({ type: 1 })).toEqual(['周启明', '沈岚']);
    expect(await names({ status: 0 })).toEqual(['Shen_Lan']);
    const page = (await ask('memberList', { page: 2, limit: 2 })).data as { totalRow: number; list: BusinessCard[] };
    expect([page.totalRow, page.list.map(({ name }) => name)]).toEqual([3, ['沈岚']]);
    expect((await ask('typeList')).data).toEqual([
      { id: 1, name: '员工名片' },
      { id: 2, name: '顾问名片' },
      { id: 3, name: '讲师名片' },
      { id: 4, name: '管理层名片' },
    ]);
  });

  it('takes changes and deletions back, with the photo, unless the place is taken', async () => {
    const photoFileId = await uploaded(await plain());
    const id = await save({ ...anyCard(), photoFileId });
    await save({ id, photoFileId: 0, post: '主管' });
    const who = `${company.people.seller.realname} · 顾问名片`;
    expect((await changes())[0]?.differences).toEqual([
      { label: `${who} · 职务`, before: '', after: '主管' },
      { label: `${who} · 证件照`, before: `证件照${photoFileId}`, after: '' },
    ]);
    expect((await undoNewest()).code).toBe(0);
    expect(await detail(id)).toMatchObject({ photoFileId, post: '' });
    expect((await ask('memberDelete', { ids: [id] })).code).toBe(0);
    expect(await rows()).toEqual([]);
    const twin = await save(anyCard());
    const deletion = (await changes())[1]?.changeId;
    const refused = await company.call(
      'system/setting/undoChange',
      { changeId: deletion },
      { as: company.people.admin },
    );
    expect([refused.code, refused.msg]).toEqual([422, '沈岚已有这种名片，请编辑原来的名片']);
    expect((await ask('memberDelete', { ids: [twin] })).code).toBe(0);
    const undone = await company.call(
      'system/setting/undoChange',
      { changeId: deletion },
      { as: company.people.admin },
    );
    expect(undone.code).toBe(0);
    expect(await detail(id)).toMatchObject({ name: '沈岚', photoFileId });
  });

  it('deletes those that are there, and leaves names and numbers out of the audit', async () => {
    const id = await save({ ...anyCard(), mobile: '13812345678' });
    expect((await ask('memberDelete', { ids: `,${id},999999,` })).code).toBe(0);
    expect((await ask('memberDelete', { ids: [id] })).code).toBe(404);
    expect((await ask('memberDelete', { ids: [] })).code).toBeGreaterThanOrEqual(400);
    const { rows: lines } = await sql<{ line: string }>`
      select audit::text as line from audit where what like 'business_card.%'`.execute(company.db);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.filter(({ line }) => /沈岚|13812345678/.test(line))).toEqual([]);
  });

  it('is open to holders of its right alone', async () => {
    const id = await save(anyCard());
    const codes = async (as: Who) =>
      Promise.all(
        [
          ask('typeList', {}, as),
          ask('memberList', {}, as),
          ask('memberDetail', { id }, as),
          ask('memberAddOrUpdate', { id, post: '顾问' }, as),
          ask('memberDelete', { ids: [999_999] }, as),
        ].map(async (answer) => (await answer).code),
      );
    expect(await codes(await holderOf('manage:crm:SMSBlackListAuth'))).toEqual([403, 403, 403, 403, 403]);
    // the last one asks for a card that there is not
    expect(await codes(await holderOf('manage:crm:ElectronicCardConfig'))).toEqual([0, 0, 0, 0, 404]);
  });
});
