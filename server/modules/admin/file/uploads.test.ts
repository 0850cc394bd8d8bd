import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';

let company: Company;
let png: Buffer;
beforeAll(async () => {
  company = await openCompany();
  png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3e84e9' } })
    .png()
    .toBuffer();
});
afterAll(() => company.close());

const upload = (name: string, content: Buffer | string, fields: Record<string, unknown> = {}): Promise<Answer> =>
  company.call('file/upload', fields, {
    as: company.people.seller,
    file: { name, content: Buffer.from(content) },
  });
const download = (url: unknown) =>
  company.app.inject({ method: 'GET', url: String(url), headers: { 'admin-token': company.people.seller.token } });

/** Everything that an upload may leave behind. */
async function traces() {
  const objects: string[] = [];
  for await (const { key } of company.services.files.list()) objects.push(key);
  const rows = await company.db.selectFrom('stored_file').select('storage_key').execute();
  const deleted = await company.db.selectFrom('file_removal').select('storage_key').execute();
  const batches = await company.db.selectFrom('file_batch').select('batch_id').execute();
  const folder = join(company.services.config.dataDir, 'uploads');
  return {
    objects: objects.sort(),
    named: [...rows, ...deleted].map((row) => row.storage_key).sort(),
    batches: batches.length,
    temporary: existsSync(folder) ? readdirSync(folder) : [],
  };
}

describe('an upload', () => {
  it('answers at top level and opens a batch that the next upload joins', async () => {
    const first = await upload('合同.txt', 'x'.repeat(12_345));
    expect(first.body).toMatchObject({ code: 0, name: '合同.txt', size: '12KB' });
    expect(Object.keys(first.body).sort()).toEqual(['batchId', 'code', 'fileId', 'name', 'size', 'url']);
    const second = await upload('图.png', png, { batchId: first.body['batchId'], type: 'img' });
    expect(second.body['batchId']).toBe(first.body['batchId']);
    const { seller } = company.people;
    const listed = await company.call('file/queryByBatchId', { batchId: first.body['batchId'] }, { as: seller });
    expect(listed.data).toMatchObject([
      { fileId: first.body['fileId'], name: '合同.txt', fileType: 'file', createUserId: seller.userId },
      { fileId: second.body['fileId'], name: '图.png', fileType: 'img', createUserName: seller.realname },
    ]);
    const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
    for (const row of listed.data as Record<string, string>[]) {
      expect(row).toMatchObject({
        batchId: first.body['batchId'],
        createUserName: seller.realname,
        url: row['filePath'],
      });
      expect([row['size'], row['createTime'], row['url']]).toEqual([
        expect.stringMatching(/^[\d.]+(?:B|KB|MB)$/),
        expect.stringMatching(time),
        expect.stringContaining('/api/file/download?'),
      ]);
    }
    const { objects, named, temporary } = await traces();
    expect(objects).toEqual(named);
    expect(temporary).toEqual([]);
  });

  it('is returned unchanged, under headers that prevent execution (security U3)', async () => {
    const { body } = await upload('报价 (1).csv', '姓名,<script>alert(1)</script>');
    const answer = await download(body['url']);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('姓名,<script>alert(1)</script>');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="__ (1).csv"; filename*=UTF-8''%E6%8A%A5%E4%BB%B7%20%281%29.csv`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(answer.body)),
    });
    const posted = await company.call('file/downFile', { fileId: body['fileId'] }, { as: company.people.seller });
    expect(posted.raw.toString()).toBe(answer.body);
    expect(posted.headers['content-disposition']).toBe(answer.headers['content-disposition']);
  });

  it('shows pictures inside pages, re-encoded, whichever way they were uploaded', async () => {
    for (const type of ['img', 'file']) {
      const { body } = await upload('图.png', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), { type });
      const answer = await download(body['url']);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(answer.headers['content-disposition']).toMatch(/^inline; /);
      expect(answer.rawPayload.toString('latin1')).not.toContain('alert');
    }
  });

  it('converts a BMP to a PNG', async () => {
    const bmp = Buffer.alloc(54 + 4);
    bmp.write('BM', 'latin1');
    bmp.writeUInt32LE(bmp.length, 2);
    for (const [value, at] of [
      [54, 10],
      [40, 14],
      [1, 18],
      [1, 22],
    ] as const)
      bmp.writeUInt32LE(value, at);
    bmp.writeUInt16LE(1, 26);
    bmp.writeUInt16LE(24, 28);
    const { body } = await upload('屏幕.bmp', bmp, { type: 'img' });
    expect(body['name']).toBe('屏幕.png');
    expect((await download(body['url'])).headers['content-type']).toBe('image/png');
  });
});

describe('what is refused leaves no trace (security U1, A12)', () => {
  const exe = Buffer.from('4d5a90000300000004000000ffff0000', 'hex');
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const cases: [string, Buffer | string, Record<string, unknown>, number][] = [];
  for (const type of ['img', 'file']) {
    cases.push(
      ['a.html', '<html><script>alert(1)</script></html>', { type }, 415],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', { type }, 415],
      ['a.php', '<?php phpinfo();', { type }, 415],
      ['a.exe', exe, { type }, 415],
      ['a.js', 'alert(1)', { type }, 415],
      ['a.gif', 'GIF89a/*\u0000\u0000*/=1;alert(1)//', { type }, 415],
      ['a.png', '<html></html>', { type }, 415],
      ['a.png', gif, { type }, 415],
      ['a.png', exe, { type }, 415],
      ['a.php.gif', gif, { type }, 415],
      ['a.gif.exe', gif, { type }, 415],
      ['a.gif', gif.subarray(0, 20), { type }, 415],
      ['a.png', '', { type }, 415],
      ['a.png', Buffer.alloc(20 * 1024 * 1024 + 1, 1), { type }, 413],
    );
  }
  cases.push(
    ['a.pdf', '%PDF-1.7', { type: 'img' }, 415],
    ['a.png', Buffer.alloc(10 * 1024 * 1024 + 1, 1), { type: 'img' }, 413],
    ['..', 'text', {}, 422],
    ['a.txt', 'text', { batchId: '../../x' }, 422],
  );

  it.each(cases.map(([name, content, fields, code]) => ({ name, content, fields, code })))(
    '$name as $fields answers $code',
    async ({ name, content, fields, code }) => {
      const before = await traces();
      const answer = await upload(name, content, fields);
      expect(answer.code).toBe(code);
      expect(answer.body['fileId']).toBeUndefined();
      expect(await traces()).toEqual(before);
    },
  );

  it('a picture above 10 MB among the attachments', async () => {
    const before = await traces();
    const answer = await upload('a.png', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), { type: 'file' });
    expect(answer.code).toBe(413);
    expect(await traces()).toEqual(before);
  });

  it('a call without a file', async () => {
    expect((await company.call('file/upload', {}, { as: company.people.seller })).code).toBe(422);
  });
});

describe('quota (security U6)', () => {
  const usageOf = async (userId: number) =>
    (await company.db.selectFrom('file_usage').select('bytes').where('user_id', '=', userId).executeTakeFirst())?.bytes;
  const setUsage = (userId: number, bytes: number) =>
    company.db.updateTable('file_usage').set({ bytes }).where('user_id', '=', userId).execute();
  const counted = async () => {
    const rows = await company.db.selectFrom('stored_file').select(['create_user_id', 'size']).execute();
    const own = rows.filter((row) => row.create_user_id === company.people.seller.userId);
    const sum = (list: typeof rows) => list.reduce((total, row) => total + row.size, 0);
    return { own: sum(own), all: sum(rows) };
  };

  it('is counted per person and in total, and given back by a removal', async () => {
    const { seller } = company.people;
    const { body } = await upload('a.txt', 'x'.repeat(1000));
    expect({ own: await usageOf(seller.userId), all: await usageOf(0) }).toEqual(await counted());
    await company.call('file/removeById', { id: body['fileId'] }, { as: seller });
    expect({ own: await usageOf(seller.userId), all: await usageOf(0) }).toEqual(await counted());
  });

  it.each(['own', 'all'] as const)('never gives more than there is: %s', async (whose) => {
    const userId = whose === 'own' ? company.people.seller.userId : 0;
    const limit = (whose === 'own' ? 2 : 500) * 1024 ** 3;
    const before = await usageOf(userId);
    await setUsage(userId, limit - 350);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload('a.txt', 'x'.repeat(100))));
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 0, 0, 507, 507, 507, 507, 507]);
    expect(await usageOf(userId)).toBe(limit - 50);
    await setUsage(userId, (before ?? 0) + 300);
    const { objects, named } = await traces();
    expect(objects).toEqual(named);
  });

  it('accepts 50 files in a batch, however fast they arrive', async () => {
    const { body } = await upload('1.txt', 'text');
    const batchId = String(body['batchId']);
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, at) => upload(`${round}-${at}.txt`, 'text', { batchId })));
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload('last.txt', 'text', { batchId })));
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 413, 413, 413]);
    const { data } = await company.call('file/queryByBatchId', { batchId }, { as: company.people.seller });
    expect(data).toHaveLength(50);
    const { objects, named } = await traces();
    expect(objects).toEqual(named);
  });
});
