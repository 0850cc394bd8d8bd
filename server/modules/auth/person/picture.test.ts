import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';

let company: Company;
let picture: Buffer;
beforeAll(async () => {
  company = await openCompany();
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3e84e9' } })
    .png()
    .toBuffer();
});
afterAll(() => company.close());

const send = (as: Person, fields: Record<string, unknown>, content = picture, name = '头像.png') =>
  company.call('system/user/updateImg', fields, { as, file: { name, content } });
const imgOf = async (as: Person, userId: number): Promise<string> =>
  ((await company.call('system/user/detail', { userId }, { method: 'GET', as })).data as { img: string }).img;
const open = (link: string, as: Person) =>
  company.app.inject({ method: 'GET', url: link, headers: { 'admin-token': as.token } });

it("changes one's own picture, which every colleague then sees through a link of their own", async () => {
  const { seller, stranger } = company.people;
  expect(await imgOf(seller, seller.userId)).toBe('');
  const answer = await send(seller, {});
  expect(answer.code).toBe(0);
  const own = await imgOf(seller, seller.userId);
  expect(own).toContain('signature=');
  expect((answer.data as { img: string }).img).toContain(/fileId=\d+/.exec(own)?.[0] ?? 'nothing');
  const theirs = await imgOf(stranger, seller.userId);
  const seen = await open(theirs, stranger);
  expect(seen.statusCode).toBe(200);
  expect(seen.headers['content-type']).toBe('image/png');
  expect((await open(theirs, company.people.peer)).headers['content-type']).toContain('application/json');
  expect((await company.call('system/user/queryLoginUser', {}, { as: seller })).data).toMatchObject({
    img: expect.stringContaining('signature=') as string,
  });
});

it('replaces the previous picture, whose row is deleted and whose content is due for removal', async () => {
  const { seller } = company.people;
  await send(seller, { userId: seller.userId });
  const { img_file_id: former } = await company.db
    .selectFrom('app_user')
    .select('img_file_id')
    .where('user_id', '=', seller.userId)
    .executeTakeFirstOrThrow();
  const { storage_key: key } = await company.db
    .selectFrom('stored_file')
    .select('storage_key')
    .where('file_id', '=', former ?? 0)
    .executeTakeFirstOrThrow();
  await send(seller, { userId: seller.userId });
  expect(
    await company.db
      .selectFrom('stored_file')
      .select('file_id')
      .where('file_id', '=', former ?? 0)
      .execute(),
  ).toEqual([]);
  expect(
    await company.db.selectFrom('file_removal').select('storage_key').where('storage_key', '=', key).execute(),
  ).toHaveLength(1);
});

it('can be set by the person and by people who edit staff', async () => {
  const { seller, peer, hr } = company.people;
  const files = await company.db.selectFrom('stored_file').select('file_id').execute();
  expect((await send(seller, { userId: peer.userId })).code).toBe(403);
  expect((await send(hr, { userId: 999_999 })).code).toBe(422);
  expect(await company.db.selectFrom('stored_file').select('file_id').execute()).toEqual(files);
  expect((await send(hr, { userId: peer.userId })).code).toBe(0);
  expect(await imgOf(peer, peer.userId)).toContain('signature=');
});

it('must be a picture', async () => {
  const { seller } = company.people;
  const before = await imgOf(seller, seller.userId);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  for (const [content, name] of [
    [svg, 'x.svg'],
    [svg, 'x.png'],
    [picture, 'x.html'],
    [Buffer.alloc(0), 'x.png'],
    [picture, 'x.php.png'],
  ] as const) {
    expect((await send(seller, {}, content, name)).code).toBe(415);
  }
  expect((await company.call('system/user/updateImg', {}, { as: seller })).code).toBe(422);
  const fileOf = (link: string) => /fileId=\d+/.exec(link)?.[0];
  expect(fileOf(await imgOf(seller, seller.userId))).toBe(fileOf(before));
});
