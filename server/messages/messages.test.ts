import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { messageCalls } from '#shared/messages/message-calls.ts';
import { sweepMessages } from './marks.ts';
import { newestMessages, countByLabel } from './newest.ts';
import { registerMessages } from './message-type.ts';
import { sendMessages, type NewMessage } from './send.ts';
import { bellsOf } from './testing.ts';

let company: Company;
let bell: ReturnType<typeof bellsOf>;
beforeAll(async () => {
  company = await openCompany();
  bell = bellsOf(company);
  registerMessages([
    { name: 'test.notice', number: 990, label: 4, icon: 'notice', text: 'message.unknown', leadsTo: '/oa/notice/{id}' },
  ]);
});
afterAll(() => company.close());
beforeEach(() => bell.none());

const id = (who: PersonName) => company.people[who].userId;
const send = (...messages: readonly NewMessage[]) => inTransaction(company.db, (trx) => sendMessages(trx, messages));
const notice = (event: string, to: readonly PersonName[], more: Partial<NewMessage> = {}): NewMessage => ({
  name: 'test.notice',
  to: to.map(id),
  causedBy: null,
  event,
  ...more,
});
const act = async (path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<unknown> => {
  const answer = await company.call(path, body, { as: company.people[as] });
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data;
};
const customer = async (customerName: string, as: PersonName = 'seller'): Promise<number> =>
  ((await act('CrmCustomer/addOrUpdate', { entity: { customerName }, field: [] }, as)) as { customerId: number })
    .customerId;

describe('a message', () => {
  it('comes once for each event and person, however often and by how many it is reported, and never to its cause', async () => {
    const one = notice('notice/1', ['seller', 'peer', 'manager'], { causedBy: id('manager') });
    await Promise.all(Array.from({ length: 8 }, () => send(one, one)));
    for (const who of ['seller', 'peer'] as const) expect(await bell.list(who)).toHaveLength(1);
    expect(await bell.list('manager')).toEqual([]);
    const [row] = await bell.list('seller');
    await act(messageCalls.remove.path, { messageId: row?.messageId });
    await send(one);
    expect(await bell.list('seller')).toEqual([]);
  });

  it('is gone with what happened, when that is rolled back, and reaches nobody who has left', async () => {
    await expect(
      inTransaction(company.db, async (trx) => {
        await sendMessages(trx, [notice('notice/2', ['seller'])]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await sql`update app_user set status = 0 where user_id = ${id('agent')}`.execute(company.db);
    await send(notice('notice/3', ['agent']));
    await sql`update app_user set status = 1 where user_id = ${id('agent')}`.execute(company.db);
    expect([await bell.list('seller'), await bell.list('agent')]).toEqual([[], []]);
  });

  it('is read, marked and deleted by its receiver alone (security A2)', async () => {
    await send(notice('notice/4', ['seller']));
    const [{ messageId } = { messageId: 0 }] = await bell.list('seller');
    for (const who of ['peer', 'manager', 'admin'] as const) {
      expect(await bell.list(who, { before: messageId + 1 })).toEqual([]);
      for (const { path } of [messageCalls.read, messageCalls.remove])
        expect([who, path, await bell.code(path, who, { messageId })]).toEqual([who, path, 404]);
      await bell.readAll(who);
      await act(messageCalls.clear.path, {}, who);
    }
    expect((await bell.list('seller')).map(({ isRead }) => isRead)).toEqual([0]);
    expect(await bell.code(messageCalls.read.path, 'seller', { messageId: 99_999_999 })).toBe(404);
  });

  it('read twice at once, and deleted meanwhile, is read or gone, and nothing else', async () => {
    const all = Array.from({ length: 20 }, (_, at) => notice(`race/${at}`, ['seller']));
    await send(...all);
    const rows = await bell.list('seller');
    const codes = await Promise.all(
      rows.flatMap(({ messageId }) => [
        bell.code(messageCalls.read.path, 'seller', { messageId }),
        bell.code(messageCalls.read.path, 'seller', { messageId }),
        bell.code(messageCalls.remove.path, 'seller', { messageId }),
        bell.readAll('seller').then(() => 0),
      ]),
    );
    expect(codes.every((code) => code === 0 || code === 404)).toBe(true);
    expect(codes.filter((_, at) => at % 4 === 2)).toEqual(rows.map(() => 0));
    expect(await bell.list('seller')).toEqual([]);
    expect(await bell.counts('seller')).toMatchObject({ allCount: 0 });
  });

  it('of a type with a page of its own leads there', async () => {
    await send(notice('notice/5', ['seller'], { subject: { type: customerType, id: await customer('去处') } }));
    expect((await bell.list('seller'))[0]?.link).toMatch(/^\/oa\/notice\/\d+$/);
  });
});

describe('the list', () => {
  it('is by kind and unread, page by page, while new ones come and others are read', async () => {
    await send(...Array.from({ length: 25 }, (_, at) => notice(`page/${at}`, ['seller'])));
    const first = await bell.page('seller', { limit: 10 });
    expect([first.list.length, first.totalRow, first.lastPage]).toEqual([10, 25, false]);
    await send(notice('page/new', ['seller']));
    const rest = await bell.page('seller', { limit: 100, before: first.list.at(-1)?.messageId });
    expect([rest.list.length, rest.lastPage]).toEqual([15, true]);
    expect(new Set([...first.list, ...rest.list].map(({ messageId }) => messageId)).size).toBe(25);
    expect(await bell.list('seller', { label: 6 })).toEqual([]);
    await act(messageCalls.read.path, { messageId: first.list[0]?.messageId });
    expect([
      (await bell.list('seller', { isRead: 1 })).length,
      (await bell.list('seller', { isRead: 0, label: 4 })).length,
    ]).toEqual([1, 25]);
    expect(await act(messageCalls.clear.path, { label: 3 })).toEqual({ count: 0 });
    expect(await act(messageCalls.clear.path, {})).toEqual({ count: 1 });
    expect(await act(messageCalls.readAll.path, { label: 4 })).toEqual({ count: 25 });
    expect(await bell.code(messageCalls.list.path, 'seller', { page: 100_000, limit: 100 })).toBe(422);
  });

  it('of somebody with 100,000 messages reads no more of them than that of somebody with a hundred', async () => {
    const fill = (who: PersonName, count: number) =>
      sql`
      insert into message (user_id, type, label, details, event_key, read_at)
      select ${id(who)}, 990, 1 + n % 6, '{}', 'many/' || n, case when n % 3 = 0 then now() end
      from generate_series(1, ${count}::int) as n`.execute(company.db);
    await fill('peer', 100);
    await fill('manager', 100_000);
    await sql`analyze message`.execute(company.db).catch(() => undefined);
    const rowsRead = async (db: Database): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n from pg_stat_xact_all_tables
        where relname = 'message'`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const touched = (work: (db: Database) => Promise<unknown>): Promise<number> =>
      inTransaction(company.db, async (trx) => {
        const before = await rowsRead(trx);
        await work(trx);
        return (await rowsRead(trx)) - before;
      });
    for (const wanted of [{}, { isRead: 0 }, { label: 3 }, { label: 3, isRead: 0 }, { before: 50_000 }]) {
      const few = await touched((db) => newestMessages(db, id('peer'), wanted, { limit: 16, offset: 0 }));
      const many = await touched((db) => newestMessages(db, id('manager'), wanted, { limit: 16, offset: 0 }));
      expect([wanted, few <= 100, many > 0, many <= 100]).toEqual([wanted, true, true, true]);
    }
    const counts = await countByLabel(company.db, id('manager'), { isRead: 0 });
    expect([...counts.values()].every((count) => count <= 1000)).toBe(true);
    expect(await bell.counts('manager')).toMatchObject({ labels: [3, 4, 6] });
  });

  it('loses what is older than half a year at night', async () => {
    await send(notice('old/1', ['seller']), notice('old/2', ['seller']));
    await sql`update message set created_at = now() - interval '181 days' where event_key = 'old/1'`.execute(
      company.db,
    );
    expect(await sweepMessages(company.db)).toBe(1);
    expect(await bell.list('seller')).toHaveLength(1);
  });
});

describe('records of any type', () => {
  it('tell who joins and leaves a team, once for a whole action, by the numbers of their type', async () => {
    const ids = [await customer('团队甲'), await customer('团队乙'), await customer('团队丙')];
    const team = { ids: ids.join(), memberIds: String(id('peer')), power: 2 };
    await act('CrmCustomer/addMembers', team, 'manager');
    await act('CrmCustomer/addMembers', { ...team, ids: String(ids[0]) }, 'manager');
    expect((await bell.list('peer')).map(({ title, type }) => [title, type])).toEqual([
      ['孙经理把您加入了3个客户的团队', 23],
    ]);
    expect((await bell.list('peer', {}, true))[0]?.title).toBe('孙经理 added you to the teams of 3 records (customer)');
    await act('CrmCustomer/deleteMembers', { ids: String(ids[0]), memberIds: String(id('peer')) }, 'manager');
    const [removed] = await bell.list('peer');
    // no member any more, who may not read what it is called
    expect([removed?.title, removed?.type, removed?.types]).toEqual(['孙经理把您移出了客户「无权查看」的团队', 32, '']);
    expect(await bell.list('seller')).toEqual([]);
  });

  it('tell who is mentioned in a follow-up, and quote it as long as it is there', async () => {
    const typesId = await customer('提及公司');
    const said = { typesId, content: '请@孙经理看看报价', category: '打电话', mentionIds: [id('manager')] };
    const { recordId } = (await act('CrmCustomer/addRecord', said)) as { recordId: number };
    expect((await bell.list('manager')).map(({ title, content, typeId }) => [title, content, typeId])).toEqual([
      ['王芳在客户「提及公司」的跟进中提到了您', '请@孙经理看看报价', typesId],
    ]);
    await act('CrmRecord/deleteFollowRecord', { recordId });
    expect(await bell.list('manager')).toEqual([]);
  });
});
