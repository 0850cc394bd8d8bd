import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const read = async () =>
  (await company.call('sysConfig/querySysConfig')).data as { name: string; logo: string; platformHome: string };
const save = (body: Record<string, unknown>, file?: { name: string; content: Buffer }) =>
  company.call('sysConfig/setSysConfig', body, { as: company.people.admin, ...(file ? { file } : {}) });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6bff' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'secret' } })
    .toBuffer();
const contentOf = (logo: string): Buffer => Buffer.from(logo.slice('data:image/png;base64,'.length), 'base64');

describe('name and logo of the company', () => {
  it('are available without a login, empty at first', async () => {
    expect(await read()).toEqual({ name: '', logo: '', platformHome: '', minPasswordLength: 8 });
  });

  it('are changed with a separate right', async () => {
    const { seller, hr } = company.people;
    expect((await company.call('sysConfig/setSysConfig', { name: '甲' })).code).toBe(302);
    for (const as of [seller, hr]) {
      const file = { name: 'logo.jpg', content: await picture(150, 40) };
      expect((await company.call('sysConfig/setSysConfig', { name: '甲' }, { as, file })).code).toBe(403);
    }
    expect((await read()).name).toBe('');
  });

  it('re-encodes the logo, small and without camera metadata', async () => {
    expect((await save({ name: ' 云图科技 ' }, { name: 'logo.jpg', content: await picture(3000, 800) })).code).toBe(0);
    const { name, logo } = await read();
    expect(name).toBe('云图科技');
    expect(logo).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/);
    const meta = await sharp(contentOf(logo)).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['png', 600, 160, undefined]);
    const row = await company.db.selectFrom('audit').selectAll().where('what', '=', 'system_config').executeTakeFirst();
    expect(row).toMatchObject({ user_id: 3, result: 'done' });
  });

  it('keeps the logo when none is sent, and clears it on request', async () => {
    const { logo } = await read();
    expect((await save({ name: '云图' })).code).toBe(0);
    expect(await read()).toMatchObject({ name: '云图', logo });
    expect(
      (await company.call('sysConfig/setSysConfig', { name: '' }, { as: company.people.admin, form: true })).code,
    ).toBe(0);
    expect(await read()).toMatchObject({ name: '', logo });
    expect((await save({ clearLogo: 1 })).code).toBe(0);
    expect(await read()).toMatchObject({ name: '', logo: '' });
  });

  it('stays below 200 kB with the worst picture', async () => {
    const raw = Buffer.from(
      Array.from({ length: 900 * 900 * 3 }, (_, index) => (index * index * 7919 + index * 31) % 251),
    );
    const content = await sharp(raw, { raw: { width: 900, height: 900, channels: 3 } })
      .png()
      .toBuffer();
    expect((await save({}, { name: 'noise.png', content })).code).toBe(0);
    const kept = contentOf((await read()).logo);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThanOrEqual(200_000);
  });

  it.each([
    ['a page', 'logo.html', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing that can hold scripts', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page named as a picture', 'logo.png', Buffer.from('<html>')],
    ['nothing', 'logo.png', Buffer.alloc(0)],
    ['a name with two endings', 'logo.php.png', Buffer.from('GIF89a<?php')],
  ])('refuses %s and changes nothing', async (_what, name, content) => {
    const before = await read();
    expect((await save({ name: '坏' }, { name, content })).code).toBe(415);
    expect(await read()).toEqual(before);
  });

  it('refuses a name that is too long', async () => {
    expect((await save({ name: '长'.repeat(51) })).code).toBe(422);
  });
});
