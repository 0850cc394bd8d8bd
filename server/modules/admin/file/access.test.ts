import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { attachBatch } from '#server/platform/files/files.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { translate } from '#shared/i18n/translate.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const as = (name: PersonName) => ({ as: company.people[name] });
const call = (who: PersonName, action: string, body: Record<string, unknown>) =>
  company.call(`file/${action}`, body, as(who));
async function upload(who: PersonName, fields: Record<string, unknown> = {}, name = '附件.txt') {
  const answer = await company.call('file/upload', fields, {
    ...as(who),
    file: { name, content: Buffer.from('text') },
  });
  return {
    code: answer.code,
    batchId: String(answer.body['batchId']),
    fileId: Number(answer.body['fileId']),
    url: String(answer.body['url']),
  };
}
const open = (url: string, who: PersonName | null) =>
  company.app.inject({ method: 'GET', url, headers: who === null ? {} : { 'admin-token': company.people[who].token } });
const linkFor = async (who: PersonName, fileId: number) =>
  ((await call(who, 'queryById', { id: fileId })).data as { url: string }).url;
const rowOf = (fileId: number) =>
  company.db.selectFrom('stored_file').selectAll().where('file_id', '=', fileId).executeTakeFirst();
async function customerWith(batchId: string, who: PersonName = 'seller') {
  const name = `客户 ${batchId}`;
  return company.call('CrmCustomer/addOrUpdate', { entity: { customerName: name, batchId }, field: [] }, as(who));
}
const refused = (answer: Answer) => {
  expect(answer.body).toEqual({ code: 404, msg: translate('cn', 'access.record', {}) });
};

describe('links (security U7)', () => {
  it('open for the person they were issued to, with the login', async () => {
    const { url } = await upload('seller');
    expect(url).toMatch(/^\/api\/file\/download\?fileId=\d+&expires=\d+&signature=[\w-]{43}$/);
    const answer = await open(url, 'seller');
    expect(answer.body).toBe('text');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
  });

  it('do not open without a login', async () => {
    const answer = await open((await upload('seller')).url, null);
    expect(answer.json()).toMatchObject({ code: 302 });
  });

  it('do not open for others, even those who may read the file', async () => {
    const { url, batchId, fileId } = await upload('seller');
    await customerWith(batchId);
    expect((await open(await linkFor('manager', fileId), 'manager')).body).toBe('text');
    for (const who of ['manager', 'peer', 'admin'] as const)
      expect((await open(url, who)).json()).toMatchObject({ code: 404 });
  });

  it('do not open when altered', async () => {
    const { url, fileId } = await upload('seller');
    const other = await upload('seller');
    const link = new URL(url, 'http://x');
    const altered = (name: string, value: string | null) => {
      const copy = new URL(link);
      if (value === null) copy.searchParams.delete(name);
      else copy.searchParams.set(name, value);
      return copy.pathname + copy.search;
    };
    const signature = link.searchParams.get('signature') ?? '';
    const expires = Number(link.searchParams.get('expires'));
    for (const changed of [
      altered('fileId', String(other.fileId)),
      altered('fileId', String(fileId + 1000)),
      altered('expires', String(expires + 1)),
      altered('expires', 'never'),
      altered('expires', null),
      altered('signature', null),
      altered('signature', ''),
      altered('signature', `${signature}A`),
      altered('signature', (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)),
    ]) {
      expect((await open(changed, 'seller')).json(), changed).toMatchObject({ code: 404 });
    }
    expect((await open(url, 'seller')).statusCode).toBe(200);
  });

  it('do not open after five minutes', async () => {
    const { url } = await upload('seller');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 });
    try {
      expect((await open(url, 'seller')).body).toBe('text');
      vi.setSystemTime(Date.now() + 2000);
      expect((await open(url, 'seller')).json()).toMatchObject({ code: 404 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('do not open once the file or the right to it is gone', async () => {
    const { url, fileId } = await upload('seller');
    await call('seller', 'removeById', { id: fileId });
    expect((await open(url, 'seller')).json()).toMatchObject({ code: 404 });
  });
});

describe('refusals of downloads (security G1)', () => {
  it('use the HTTP status as well as the envelope, except for the login', async () => {
    const { url, fileId } = await upload('seller');
    for (const answer of [await open(url, 'peer'), await open(`${url}A`, 'seller')]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ code: 404, msg: translate('cn', 'access.record', {}) });
    }
    const foreign = await call('peer', 'downFile', { fileId });
    expect([foreign.status, foreign.code]).toEqual([404, 404]);
    const unnamed = await call('peer', 'downFile', {});
    expect([unnamed.status, unnamed.code]).toEqual([422, 422]);
    const nobody = await open(url, null);
    expect([nobody.statusCode, nobody.json<{ code: number }>().code]).toEqual([200, 302]);
    const others = await call('peer', 'queryById', { id: fileId });
    expect([others.status, others.code]).toEqual([200, 404]);
  });
});

describe('a batch that is not attached (security A5)', () => {
  it('belongs to its creator alone, on every call', async () => {
    const { batchId, fileId } = await upload('seller');
    for (const who of ['peer', 'manager', 'admin', 'stranger'] as const) {
      refused(await call(who, 'queryByBatchId', { batchId }));
      refused(await call(who, 'queryById', { id: fileId }));
      refused(await call(who, 'downFile', { fileId }));
      refused(await call(who, 'renameFileById', { fileId, name: 'x' }));
      refused(await call(who, 'removeById', { id: fileId }));
      refused(await call(who, 'removeByBatchId', { batchId }));
      expect((await upload(who, { batchId })).code).toBe(404);
    }
    expect(await rowOf(fileId)).toMatchObject({ name: '附件.txt' });
    refused(await call('seller', 'queryByBatchId', { batchId: 'no-such-batch' }));
    refused(await call('seller', 'queryById', { id: 999_999 }));
  });

  it('cannot be attached to a record, a follow-up or a field by another person', async () => {
    const { batchId, fileId } = await upload('seller');
    refused(await customerWith(batchId, 'peer'));
    const customer = (await customerWith((await upload('peer')).batchId, 'peer')).data as { customerId: number };
    refused(
      await company.call(
        'CrmCustomer/addRecord',
        { typesId: customer.customerId, content: '跟进', category: '打电话', batchId },
        as('peer'),
      ),
    );
    refused(await call('peer', 'queryById', { id: fileId }));
    const { rows } = await sql`select 1 from customer where batch_id = ${batchId}`.execute(company.db);
    expect(rows).toEqual([]);
  });
});

describe('an attached batch follows its record (security A5)', () => {
  it('is read by people who can read the record and changed by people who can write it', async () => {
    const { batchId, fileId } = await upload('seller');
    expect((await customerWith(batchId)).code).toBe(0);
    for (const who of ['seller', 'manager', 'admin'] as const) {
      expect((await call(who, 'queryByBatchId', { batchId })).data).toContainEqual(expect.objectContaining({ fileId }));
      expect((await call(who, 'downFile', { fileId })).raw.toString()).toBe('text');
      expect((await upload(who, { batchId })).code).toBe(0);
    }
    for (const who of ['peer', 'stranger', 'subordinate', 'agent'] as const) {
      refused(await call(who, 'queryByBatchId', { batchId }));
      refused(await call(who, 'downFile', { fileId }));
      refused(await call(who, 'removeById', { id: fileId }));
      refused(await call(who, 'removeByBatchId', { batchId }));
      expect((await upload(who, { batchId })).code).toBe(404);
    }
    expect((await call('manager', 'renameFileById', { fileId, name: '新名' })).code).toBe(0);
    expect(await rowOf(fileId)).toMatchObject({ name: '新名.txt' });
  });

  it('is changed only with the right to update the record, whatever the scope', async () => {
    const { batchId, fileId } = await upload('seller');
    const { customerId } = (await customerWith(batchId)).data as { customerId: number };
    const followUp = await upload('seller');
    const added = await company.call(
      'CrmCustomer/addRecord',
      { typesId: customerId, content: '附图', category: '打电话', batchId: followUp.batchId },
      as('seller'),
    );
    const update = menuRows.find((row) => row.permission === 'crm:customer:update')?.menuId ?? 0;
    const rights = company.db.deleteFrom('role_menu').where('role_id', '=', 11).where('menu_id', '=', update);
    await rights.execute();
    await organisationChanged(company.db);
    try {
      expect((await call('seller', 'downFile', { fileId })).raw.toString()).toBe('text');
      refused(await call('seller', 'renameFileById', { fileId, name: 'x' }));
      refused(await call('seller', 'removeById', { id: fileId }));
      refused(await call('seller', 'removeByBatchId', { batchId }));
      expect((await upload('seller', { batchId })).code).toBe(404);
      // the author removes the own follow-up anyway, with its files
      expect(await rowOf(followUp.fileId)).toBeDefined();
      const { recordId } = added.data as { recordId: number };
      expect((await company.call('CrmRecord/deleteFollowRecord', { recordId }, as('seller'))).code).toBe(0);
      expect(await rowOf(followUp.fileId)).toBeUndefined();
      expect((await open(followUp.url, 'seller')).statusCode).toBe(404);
    } finally {
      await company.db.insertInto('role_menu').values({ role_id: 11, menu_id: update }).execute();
      await organisationChanged(company.db);
    }
    expect((await call('seller', 'renameFileById', { fileId, name: 'x' })).code).toBe(0);
  });

  it('stays with its record: no second record takes it, and its creator loses it when the record changes owner', async () => {
    const { batchId, fileId } = await upload('seller');
    const { customerId } = (await customerWith(batchId)).data as { customerId: number };
    const actor = await company.services.gate.actorFor(company.db, company.people.seller.userId);
    const to = { typeCode: 2, recordId: customerId };
    await attachBatch(company.db, actor, batchId, to);
    await expect(attachBatch(company.db, actor, batchId, { ...to, recordId: customerId + 1 })).rejects.toThrow(
      'access.record',
    );
    const { stranger } = company.people;
    await sql`update customer set owner_user_id = ${stranger.userId} where customer_id = ${customerId}`.execute(
      company.db,
    );
    refused(await call('seller', 'downFile', { fileId }));
    expect((await call('stranger', 'downFile', { fileId })).raw.toString()).toBe('text');
  });

  it('goes to one record when two claim it at once', async () => {
    const { batchId } = await upload('seller');
    const answers = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        company.call(
          'CrmCustomer/addOrUpdate',
          { entity: { customerName: `同时 ${at}`, batchId }, field: [] },
          as('seller'),
        ),
      ),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  });
});

describe('renaming (security U2)', () => {
  it.each([
    ['../../../etc/passwd', '_.._.._etc_passwd.txt'],
    ['a\u202Egpj', 'agpj.txt'],
    ['con', '_con.txt'],
    ['b.TXT', 'b.TXT'],
    ['b.pdf', 'b.pdf.txt'],
    ['行\r\n二', '行二.txt'],
  ])('to %j gives %j', async (name, expected) => {
    const { fileId } = await upload('seller');
    expect((await call('seller', 'renameFileById', { fileId, name })).code).toBe(0);
    expect(await rowOf(fileId)).toMatchObject({ name: expected });
  });

  it.each(['', '..', '\u202E', 'x.php', 'x.svg', 'x.exe.txt'])('to %j is refused', async (name) => {
    const { fileId } = await upload('seller');
    expect((await call('seller', 'renameFileById', { fileId, name })).code).toBe(422);
    expect(await rowOf(fileId)).toMatchObject({ name: '附件.txt' });
  });

  it('to 300 characters cuts', async () => {
    const { fileId } = await upload('seller');
    expect((await call('seller', 'renameFileById', { fileId, name: '长'.repeat(300) })).code).toBe(0);
    expect((await rowOf(fileId))?.name).toBe(`${'长'.repeat(83)}.txt`);
  });
});

describe('removing', () => {
  it('deletes the row at once, keeps the content for the sweeper, and is logged', async () => {
    const { batchId, fileId } = await upload('seller');
    await upload('seller', { batchId });
    const key = (await rowOf(fileId))?.storage_key ?? '';
    expect((await call('seller', 'removeById', { id: fileId })).code).toBe(0);
    refused(await call('seller', 'removeById', { id: fileId }));
    const due = await company.db
      .selectFrom('file_removal')
      .select('storage_key')
      .where('storage_key', '=', key)
      .execute();
    expect(due).toHaveLength(1);
    const { stream } = await company.services.files.open(key);
    stream.destroy();
    expect((await call('seller', 'removeByBatchId', { batchId })).code).toBe(0);
    expect((await call('seller', 'queryByBatchId', { batchId })).data).toEqual([]);
    const written = await company.db.selectFrom('audit').select('subject').where('what', '=', 'file.delete').execute();
    expect(written.map((row) => row.subject)).toContain(`file ${fileId}`);
    expect(written.some((row) => row.subject.startsWith(`batch ${batchId} `))).toBe(true);
  });

  it('does not touch a file that an import needs', async () => {
    const sheet = { name: '客户.csv', content: Buffer.from('客户名称(*)\n导入公司\n') };
    const fields = { ownerUserId: company.people.seller.userId, repeatHandling: 2 };
    const started = await company.call('CrmCustomer/uploadExcel', fields, { ...as('manager'), file: sheet });
    expect(started.msg).toBe('');
    const task = await company.db.selectFrom('import_task').select('file_id').executeTakeFirstOrThrow();
    const fileId = task.file_id ?? 0;
    expect((await call('manager', 'removeById', { id: fileId })).code).toBe(500);
    expect(await rowOf(fileId)).toBeDefined();
  });

  it('does not touch the picture of a person, which every colleague reads through a link of their own', async () => {
    const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3e84e9' } })
      .png()
      .toBuffer();
    await company.call('system/user/updateImg', {}, { ...as('seller'), file: { name: '头像.png', content } });
    const { img_file_id: fileId } = await company.db
      .selectFrom('app_user')
      .select('img_file_id')
      .where('user_id', '=', company.people.seller.userId)
      .executeTakeFirstOrThrow();
    const { batch_id: batchId } = (await rowOf(fileId ?? 0)) ?? { batch_id: '' };
    expect((await open(await linkFor('agent', fileId ?? 0), 'agent')).headers['content-type']).toBe('image/png');
    for (const who of ['seller', 'peer'] as const) {
      refused(await call(who, 'removeById', { id: fileId }));
      refused(await call(who, 'renameFileById', { fileId, name: 'x' }));
      expect((await upload(who, { batchId })).code).toBe(404);
    }
  });
});
