import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { changeKeys, changeSetting, dropSetting, holdSetting, readSetting, writeSetting } from './settings.ts';

const name = 'colour';
let company: Company;
let actor: Actor;
beforeAll(async () => {
  company = await openCompany();
  actor = await company.services.gate.actorFor(company.db, company.people.admin.userId);
});
afterAll(async () => company.close());
beforeEach(() => dropSetting(company.db, name));

const traces = () => company.db.selectFrom('audit').selectAll().where('what', '=', 'colour.change').execute();

describe('a setting', () => {
  it('can be absent, hold any value, be replaced, and be removed', async () => {
    const { db } = company;
    expect(await readSetting(db, name)).toBeUndefined();
    for (const value of [['红', '绿'], { shade: 2 }, '蓝', null]) {
      await writeSetting(db, name, value);
      expect([await readSetting(db, name), await holdSetting(db, name)]).toEqual([value, value]);
    }
    await dropSetting(db, name);
    expect(await readSetting(db, name)).toBeUndefined();
  });

  it('is changed together with its log entry, or not at all (security O6)', async () => {
    const trace = { what: 'colour.change', subject: '红' };
    const undone = inTransaction(company.db as never, async (trx) => {
      await changeSetting(trx, actor, name, ['红'], trace);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await readSetting(company.db, name), await traces()]).toEqual([undefined, []]);
    await changeSetting(company.db, actor, name, ['红'], trace);
    expect(await readSetting(company.db, name)).toEqual(['红']);
    expect(await traces()).toMatchObject([{ user_id: actor.userId, subject: '红', result: 'done' }]);
  });

  it('merges keys that several people set at the same time, and leaves the others unchanged', async () => {
    const change = (values: Record<string, unknown>) =>
      changeKeys(company.db, actor, name, values, { what: 'colour.change' });
    await Promise.all([change({ wall: '红' }), change({ door: '绿' }), change({ roof: '蓝', wall: undefined })]);
    expect(await readSetting(company.db, name)).toEqual({ wall: '红', door: '绿', roof: '蓝' });
  });
});
