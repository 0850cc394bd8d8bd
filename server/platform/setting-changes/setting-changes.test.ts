import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingKinds } from '#server/platform/setting-changes/setting-kind.ts';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { managePermissions, menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import { languages } from '#shared/i18n/language.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Who = Pick<Company['people']['admin'], 'token'>;
const admin = () => company.people.admin;
const listed = async (kinds = '', as: Who = admin()) =>
  (await company.call('system/setting/queryChangeList', { kinds }, { as })).data as {
    list: SettingChange[];
    totalRow: number;
  };
const undo = (changeId: number, as: Who = admin()) => company.call('system/setting/undoChange', { changeId }, { as });
const remind = (contractDay: number, status = 1) =>
  company.call('CrmContract/setContractConfig', { status, contractDay }, { as: admin() });
const reminder = async () => (await company.call('CrmContract/queryContractConfig', {}, { as: admin() })).data;

/** Somebody with one right of the back office. */
async function holderOf(permission: Permission): Promise<Who> {
  const { agent } = company.people;
  const [menuId] = menuIdsBelow(permission);
  await sql`delete from role_menu where role_id = 9`.execute(company.db);
  await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
  await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
  await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return { token: await tokenFor(company.db, agent.userId) };
}

describe('a change of settings', () => {
  it('is kept with who changed what from what to what, in the language of the reader, and only where it changes something', async () => {
    const before = (await listed('contract_expiry')).totalRow;
    expect((await remind(30)).code).toBe(0);
    expect((await remind(30)).code).toBe(0);
    const { list, totalRow } = await listed('contract_expiry');
    expect(totalRow).toBe(before + 1);
    expect(list[0]).toMatchObject({
      kind: 'contract_expiry',
      title: '合同到期提醒',
      item: '',
      realname: admin().realname,
      differences: [{ label: '提前天数', before: '24', after: '30' }],
      mayTakeBack: 1,
      isTakingBack: 0,
    });
    const speak = (language: 'cn' | 'en') =>
      company.db.updateTable('app_user').set({ language }).where('user_id', '=', admin().userId).execute();
    await speak('en');
    expect((await listed('contract_expiry')).list[0]?.differences[0]?.label).toBe('Days before');
    await speak('cn');
  });

  it('is taken back as long as nobody has changed the setting since, and so is that', async () => {
    await remind(31);
    const [first] = (await listed('contract_expiry')).list;
    await remind(32);
    const [second] = (await listed('contract_expiry')).list;
    expect(await undo(first?.changeId ?? 0)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('又有人修改过') as unknown,
    });
    expect(await reminder()).toMatchObject({ contractDay: '32' });
    expect((await undo(second?.changeId ?? 0)).code).toBe(0);
    expect(await reminder()).toMatchObject({ contractDay: '31' });
    // step by step, backwards
    expect(
      (await listed('contract_expiry')).list.find(({ changeId }) => changeId === first?.changeId)?.mayTakeBack,
    ).toBe(1);
    expect((await undo(second?.changeId ?? 0)).code).toBe(409);
    const [undone] = (await listed('contract_expiry')).list;
    expect(undone).toMatchObject({ isTakingBack: 1, differences: [{ before: '32', after: '31' }] });
    expect((await undo(undone?.changeId ?? 0)).code).toBe(0);
    expect(await reminder()).toMatchObject({ contractDay: '32' });
    const traces = company.db.selectFrom('audit').selectAll().where('what', '=', 'setting.take_back');
    expect(await traces.execute()).toMatchObject([
      { subject: 'contract_expiry', user_id: admin().userId },
      { subject: 'contract_expiry', user_id: admin().userId },
    ]);
  });

  it('is taken back once, by one of two at the same time', async () => {
    await remind(33);
    const [change] = (await listed('contract_expiry')).list;
    const codes = (await Promise.all([undo(change?.changeId ?? 0), undo(change?.changeId ?? 0)])).map(
      ({ code }) => code,
    );
    expect(codes.toSorted()).toEqual([0, 409]);
  });

  it('of the pool rules counts in every process at once, as saving them does', async () => {
    const version = async () =>
      (await company.db.selectFrom('org_version').select('version').executeTakeFirstOrThrow()).version;
    const rules = { type: 0, followupDay: 40, dealDay: 90 };
    expect((await company.call('CrmCustomer/updateRulesSetting', rules, { as: admin() })).code).toBe(0);
    const saved = await version();
    const [change] = (await listed('customer_pool')).list;
    expect((await undo(change?.changeId ?? 0)).code).toBe(0);
    expect(await version()).toBeGreaterThan(saved);
  });

  it('cannot be changed by the application (security O6)', async () => {
    await expect(sql`update setting_change set after = null`.execute(company.db)).rejects.toThrow('permission denied');
    await expect(sql`delete from setting_change`.execute(company.db)).rejects.toThrow('permission denied');
  });
});

describe('every kind of settings', () => {
  it('writes back what it reads, and names its values in both languages', async () => {
    const actor = await company.services.gate.actorFor(company.db, admin().userId);
    for (const kind of settingKinds()) {
      const item = await itemOf(kind.name);
      const value = await kind.read(company.db, item);
      if (value === null) continue;
      await kind.write(company.db, actor, item, value);
      expect(await kind.read(company.db, item), kind.name).toEqual(value);
      for (const language of languages)
        for (const label of (await kind.linesOf(company.db, value, language)).keys())
          expect(label, `${kind.name} ${language}`).not.toBe('');
    }
  });

  it('is read and taken back by whoever may change it, and by no other right of the back office', async () => {
    await remind(40);
    await company.call('CrmRecord/setRecordOptions', { value: ['打电话', '上门'] }, { as: admin() });
    const all = (await listed('')).list;
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    for (const permission of managePermissions) {
      const holder = await holderOf(permission);
      const own = new Set(
        settingKinds()
          .filter(({ access }) => access.includes(permission))
          .map(({ name }) => name),
      );
      const seen = new Set((await listed('', holder)).list.map(({ kind }) => kind));
      expect(seen, permission).toEqual(new Set(all.map(({ kind }) => kind).filter((kind) => own.has(kind))));
      for (const { changeId, kind } of all)
        if (!own.has(kind)) expect((await undo(changeId, holder)).code, `${permission} ${kind}`).toBe(404);
    }
  });
});

/** An item that has been changed; the one item of kinds that have one alone. */
async function itemOf(kind: string): Promise<string> {
  const row = await company.db.selectFrom('setting_change').select('item').where('kind', '=', kind).executeTakeFirst();
  return row?.item ?? '';
}
