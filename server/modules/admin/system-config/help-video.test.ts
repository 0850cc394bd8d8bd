import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const url = 'https://videos.example.com/customers.mp4?v=2';
const read = async () => (await company.call('sysConfig/queryHelpVideo', {}, { as: company.people.agent })).data;
/** Of the forms that can have one: those of customers, and none yet for opportunities. */
const videos = (ofCustomers: string) => [
  { type: 2, url: ofCustomers },
  { type: 5, url: '' },
];
const save = (body: Record<string, unknown>, as = company.people.admin) =>
  company.call('sysConfig/setHelpVideo', body, { as });

describe('help videos', () => {
  it('are read by everybody who is logged in, empty at first', async () => {
    expect(await read()).toEqual(videos(''));
    expect((await company.call('sysConfig/queryHelpVideo')).code).toBe(302);
  });

  it('are set by people who set up customer management, and are logged', async () => {
    expect((await save({ type: 2, url }, company.people.manager)).code).toBe(403);
    expect(await read()).toEqual(videos(''));
    expect((await save({ type: 2, url: ` ${url} ` })).code).toBe(0);
    expect(await read()).toEqual(videos(url));
    const trace = await company.db.selectFrom('audit').selectAll().where('what', '=', 'help_video').executeTakeFirst();
    expect(trace).toMatchObject({ user_id: company.people.admin.userId, subject: `2 ${url}`, result: 'done' });
  });

  it.each([
    'http://videos.example.com/a.mp4',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://name:secret@videos.example.com/a.mp4',
    'https://',
    '帮助视频',
  ])('are https addresses without a password, not %s', async (wrong) => {
    expect(await save({ type: 2, url: wrong })).toMatchObject({ code: 422, msg: '请输入以https://开头的视频地址' });
    expect(await read()).toEqual(videos(url));
  });

  it('exist for types with a help-video button only', async () => {
    expect((await save({ type: 3, url })).code).toBe(422);
  });

  it('are removed by an empty address', async () => {
    expect((await save({ type: 2, url: '' })).code).toBe(0);
    expect(await read()).toEqual(videos(''));
  });
});
