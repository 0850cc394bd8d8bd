import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import '#server/platform/session/tables.ts';
import { makeActor } from '#server/platform/access/actor.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { cleanPushEvents } from './event-store.ts';
import { openLive } from './live.ts';
import { rightsChanged } from './rights-changed.ts';
import { maxStreams, maxStreamsPerUser, openPush, sessionEnded, type Push, type PushOptions } from './push.ts';

let company: Company;
let url: string;

beforeAll(async () => {
  company = await openCompany();
  url = company.urls.appUrl;
});
afterAll(() => company.close());

const patient = { timeout: 10_000, interval: 10 };

async function open(options: Partial<PushOptions> = {}): Promise<Push> {
  const push = openPush({ url, db: company.db, log: company.services.log, ...options });
  onTestFinished(() => push.stop());
  await push.listening;
  await vi.waitFor(() => expect(push.stats().isListening).toBe(true), patient);
  return push;
}

async function newLogin(person: Person): Promise<number> {
  const { login_id: loginId } = await company.db
    .insertInto('session_login')
    .values({ user_id: person.userId, client: 1, user_agent: '', address: '' })
    .returning('login_id')
    .executeTakeFirstOrThrow();
  return loginId;
}

async function actorOf(person: Person, loginId: number) {
  const actor = await company.services.gate.actorFor(company.db, person.userId);
  return makeActor({ ...actor, loginId });
}

interface Message {
  id: string;
  type: string;
  ids: Record<string, number>;
}

/** A page of `person`: what it received so far, whether its stream has ended, and why it was refused. */
async function page(push: Push, person: Person, options: { loginId?: number; lastEventId?: string } = {}) {
  const loginId = options.loginId ?? (await newLogin(person));
  const actor = await actorOf(person, loginId);
  const answer = async (response: ServerResponse) => {
    try {
      await push.open(actor, { response, lastEventId: options.lastEventId ?? null, headers: {} });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      response.writeHead(400).end(error.code);
    }
  };
  const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  onTestFinished(() => {
    leave();
    server.closeAllConnections();
    server.close();
  });
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal: leaving.signal });
  const state = { loginId, text: '', isOver: false, leave };
  const read = async () => {
    for await (const chunk of reply.body ?? []) state.text += Buffer.from(chunk).toString();
  };
  const over = read()
    .catch(() => undefined)
    .finally(() => (state.isOver = true));
  return Object.assign(state, {
    status: reply.status,
    types: () => messagesOf(state.text).map(({ type }) => type),
    messages: () => messagesOf(state.text),
    refusal: () => over.then(() => state.text),
  });
}

function messagesOf(text: string): Message[] {
  return text
    .split('\n\n')
    .filter((part) => part.includes('data: '))
    .map((part) => ({
      id: /^id: (.*)$/m.exec(part)?.[1] ?? '',
      ...(JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? '') as Omit<Message, 'id'>),
    }));
}

describe('a stream', () => {
  it('delivers events of another process when they are committed, to their recipients', async () => {
    const push = await open();
    const { seller, peer, stranger } = company.people;
    const pages = [await page(push, seller), await page(push, peer), await page(push, stranger)];
    const other = openPool({ url, timeZone: 'UTC', max: 1, statementTimeout: 5000, log: company.services.log });
    onTestFinished(() => other.close());
    await other.db.transaction().execute(async (trx) => {
      await push.notify(trx, {
        type: 'customer.assigned',
        to: [seller.userId, peer.userId, seller.userId],
        ids: { customerId: 7 },
      });
      await push.notify(company.db, { type: 'notice.new', to: [stranger.userId] });
      // what is not committed is not seen
      await vi.waitFor(() => expect(pages[2]?.types()).toEqual(['ready', 'notice.new']), patient);
      expect(pages[0]?.types()).toEqual(['ready']);
    });
    await push.notify(company.db, { type: 'all.done', to: 'all' });
    for (const one of pages) await vi.waitFor(() => expect(one.types()).toContain('all.done'), patient);
    expect(pages.map((one) => one.types())).toEqual([
      ['ready', 'customer.assigned', 'all.done'],
      ['ready', 'customer.assigned', 'all.done'],
      ['ready', 'notice.new', 'all.done'],
    ]);
    expect(pages[0]?.messages()[1]?.ids).toEqual({ customerId: 7 });
    expect(pages[0]?.text).toMatch(/^retry: \d+$/m);
  });

  it('begins with a change of rights that its page may have been loaded before (security A15)', async () => {
    const push = await open();
    const { seller, peer } = company.people;
    await rightsChanged(company.db, [seller.userId]);
    const typesOf = async (person: Person): Promise<string[]> => {
      const opened = await page(push, person);
      await vi.waitFor(() => expect(opened.types()).toContain(pushTypes.ready), patient);
      return opened.types();
    };
    expect(await typesOf(seller)).toEqual([pushTypes.ready, pushTypes.rights]);
    expect(await typesOf(peer)).toEqual([pushTypes.ready]);
    await sql`update push_event set created_at = now() - interval '31 seconds'`.execute(company.db);
    expect(await typesOf(seller)).toEqual([pushTypes.ready]);
  });

  it('delivers nothing of a transaction that rolls back', async () => {
    const push = await open();
    const one = await page(push, company.people.seller);
    const failing = company.db.transaction().execute(async (trx) => {
      await push.notify(trx, { type: 'never.happened', to: 'all' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await push.notify(company.db, { type: 'after.it', to: 'all' });
    await vi.waitFor(() => expect(one.types()).toEqual(['ready', 'after.it']), patient);
  });

  it('accepts more recipients than one notification can name', async () => {
    const push = await open();
    const { seller } = company.people;
    const one = await page(push, seller);
    const crowd = Array.from({ length: 3000 }, (_, index) => 1_000_000 + index);
    await push.notify(company.db, { type: 'crowd.called', to: [...crowd, seller.userId] });
    await vi.waitFor(() => expect(one.types()).toEqual(['ready', 'crowd.called']), patient);
  });
});

describe('resuming', () => {
  it('delivers what was missed and only that, including what was committed late', async () => {
    const push = await open();
    const { seller, peer } = company.people;
    // a transaction of another database that began before an event causes it to be sent again
    await company.db.deleteFrom('push_event').execute();
    const before = await page(push, seller);
    // begun before the last event seen, committed after it
    const begun = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const late = company.db.transaction().execute(async (trx) => {
      await push.notify(trx, { type: 'late.commit', to: [seller.userId] });
      begun.resolve();
      await resume.promise;
    });
    await begun.promise;
    await push.notify(company.db, { type: 'last.seen', to: [seller.userId] });
    await vi.waitFor(() => expect(before.types()).toEqual(['ready', 'last.seen']), patient);
    before.leave();
    resume.resolve();
    await late;
    await push.notify(company.db, { type: 'missed.one', to: [seller.userId], ids: { id: 1 } });
    await push.notify(company.db, { type: 'of.peer', to: [peer.userId] });
    await push.notify(company.db, { type: 'missed.all', to: 'all' });
    const after = await page(push, seller, { lastEventId: before.messages().at(-1)?.id });
    await push.notify(company.db, { type: 'live.again', to: [seller.userId] });
    await vi.waitFor(() => expect(after.types()).toContain('live.again'), patient);
    expect(after.types()).toEqual(['ready', 'late.commit', 'missed.one', 'missed.all', 'live.again']);
  });

  it.each([
    ['unreadable', 'x'],
    ['a day old', '1.1.1000000'],
  ])('from a place that is %s asks the page to reload everything', async (_, lastEventId) => {
    const push = await open();
    const one = await page(push, company.people.seller, { lastEventId });
    await vi.waitFor(() => expect(one.types()).toEqual(['resync']), patient);
    expect(one.messages()[0]?.id).toMatch(/^0\.\d+\.\d+$/);
  });

  it('with too much missed asks the page to reload everything', async () => {
    const push = await open();
    const { seller } = company.people;
    const before = await page(push, seller);
    await vi.waitFor(() => expect(before.types()).toEqual(['ready']), patient);
    await sql`
      insert into push_event (event_id, to_user, type, horizon)
      select nextval('push_event_id'), ${seller.userId}, 'many.times', pg_snapshot_xmin(pg_current_snapshot()) from generate_series(1, 1001)`.execute(
      company.db,
    );
    const after = await page(push, seller, { lastEventId: before.messages()[0]?.id });
    await vi.waitFor(() => expect(after.types()).toEqual(['resync']), patient);
    await company.db.deleteFrom('push_event').where('type', '=', 'many.times').execute();
  });

  it('is possible for 24 hours', async () => {
    await sql`
      insert into push_event (event_id, to_user, type, horizon, created_at)
      select nextval('push_event_id'), 0, 'long.ago', '1', now() - hours * interval '1 hour' from unnest(array[23, 26]) as hours`.execute(
      company.db,
    );
    expect(await cleanPushEvents(company.db)).toBe(1);
    expect(
      await company.db.deleteFrom('push_event').where('type', '=', 'long.ago').returning('type').execute(),
    ).toHaveLength(1);
  });

  it('after the listening connection was lost needs no new stream (security D11)', async () => {
    const push = await open();
    const one = await page(push, company.people.seller);
    await vi.waitFor(() => expect(one.types()).toEqual(['ready']), patient);
    await push.notify(company.db, { type: 'before.it', to: 'all' });
    await vi.waitFor(() => expect(one.types()).toEqual(['ready', 'before.it']), patient);
    // in one statement, so that nobody listens when the event is committed
    await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = 'jianye-jianye_push' and datname = current_database()`.execute(
      company.db,
    );
    await push.notify(company.db, { type: 'meanwhile', to: 'all' });
    await vi.waitFor(() => expect(one.types()).toContain('meanwhile'), patient);
    await vi.waitFor(() => expect(push.stats().isListening).toBe(true), patient);
    expect(one.isOver).toBe(false);
  });
});

describe('a stream ends', () => {
  it('with its login, and no other does (security N5)', async () => {
    const push = await open();
    const { seller } = company.people;
    const ended = await page(push, seller);
    const other = await page(push, seller);
    await company.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('session_login')
        .set({ ended_at: sql`now()` })
        .where('login_id', '=', ended.loginId)
        .execute();
      await sessionEnded(trx, { loginIds: [ended.loginId] });
    });
    // the time is part of the rule (security A15)
    await vi.waitFor(() => expect(ended.isOver).toBe(true), { timeout: 1000, interval: 10 });
    expect(other.isOver).toBe(false);
    const again = await page(push, seller, { loginId: ended.loginId });
    expect(await again.refusal()).toBe('session.revoked');
  });

  it('with the rights of its user, in every process (security A15)', async () => {
    const one = await open();
    const two = await open();
    const { seller, peer } = company.people;
    const pages = [await page(one, seller), await page(two, seller), await page(two, peer)];
    await sessionEnded(company.db, { userIds: [seller.userId] });
    await vi.waitFor(() => expect(pages.map((each) => each.isOver)).toEqual([true, true, false]), {
      timeout: 1000,
      interval: 10,
    });
  });

  it('with the rights of its user while it opens, and may be opened again (security A15)', async () => {
    const { seller } = company.people;
    const db = new Proxy(company.db, {
      get: (target, key) => {
        if (key === 'selectFrom') push.closeUser(seller.userId);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const push = await open({ db });
    expect(await (await page(push, seller)).refusal()).toBe('http.unavailable');
  });

  it('at the next heartbeat when no process notified it', async () => {
    const push = await open({ heartbeatSeconds: 0.05 });
    const { seller, peer } = company.people;
    const ended = await page(push, seller);
    const other = await page(push, peer);
    await company.db
      .updateTable('session_login')
      .set({ ended_at: sql`now()` })
      .where('login_id', '=', ended.loginId)
      .execute();
    await vi.waitFor(() => expect(ended.isOver).toBe(true), patient);
    // a quiet stream receives the position to resume from
    await vi.waitFor(() => expect(other.text).toMatch(/^:\nid: 0\.\d+\.\d+\n\n/m), patient);
    expect(other.isOver).toBe(false);
  });

  it('when it can no longer be determined who is logged in (security A11)', async () => {
    const asking = { fails: false };
    const db = new Proxy(company.db, {
      get: (target, key) => {
        if (asking.fails && key === 'selectFrom') throw new Error('no answer');
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const push = await open({ db, heartbeatSeconds: 0.05 });
    const one = await page(push, company.people.seller);
    asking.fails = true;
    await vi.waitFor(() => expect(one.isOver).toBe(true), patient);
  });

  it('when the server stops, which then refuses new ones (security D15)', async () => {
    const push = await open();
    const one = await page(push, company.people.seller);
    await push.stop();
    await vi.waitFor(() => expect(one.isOver).toBe(true), patient);
    const late = await page(push, company.people.seller);
    expect(await late.refusal()).toBe('http.unavailable');
    expect(push.stats().streams).toBe(0);
  });
});

it('opens six streams for one user, not seven (security W6)', async () => {
  const push = await open();
  const { seller, peer } = company.people;
  const pages = [];
  for (let count = 0; count < maxStreamsPerUser; count += 1) pages.push(await page(push, seller));
  expect(await (await page(push, seller)).refusal()).toBe('http.too_many');
  expect((await page(push, peer)).status).toBe(200);
  pages[0]?.leave();
  await vi.waitFor(() => expect(push.stats().streams).toBe(maxStreamsPerUser), patient);
  expect((await page(push, seller)).status).toBe(200);
});

it('opens 2,000 streams in one process, not one more (security W6)', async () => {
  const push = await open();
  const loginId = await newLogin(company.people.seller);
  const somebody = await actorOf(company.people.seller, loginId);
  const openFor = async (userId: number): Promise<ServerResponse> => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    await push.open(makeActor({ ...somebody, userId }), { response, lastEventId: null, headers: {} });
    return response;
  };
  expect(maxStreams).toBe(2000);
  const userIds = Array.from({ length: maxStreams }, (_, at) => 1000 + Math.floor(at / maxStreamsPerUser));
  const opened: ServerResponse[] = [];
  // as many at a time as the database answers soon
  for (let at = 0; at < maxStreams; at += 100)
    opened.push(...(await Promise.all(userIds.slice(at, at + 100).map(openFor))));
  await expect(openFor(9999)).rejects.toMatchObject({ code: 'http.unavailable' });
  opened[0]?.emit('close');
  await openFor(9999);
  expect(push.stats().streams).toBe(maxStreams);
});

it('sends a sign of life every 20 s (security W6)', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => timers.mockRestore());
  await open();
  expect(timers.mock.calls.map(([, pause]) => pause)).toContain(20_000);
});

it('refuses an event with content before anything is written', async () => {
  const push = await open();
  await expect(push.notify(company.db, { type: 'a.b', to: 'all', ids: { name: '张三' } })).rejects.toThrow(
    'ids and type only',
  );
});

it('changes that wait to be sent when the process stops are sent at once', async () => {
  const live = openLive(company.db, company.services.log);
  live.touch('crm_leads');
  live.touch('crm_leads');
  await live.stop();
  const events = await company.db
    .selectFrom('push_event')
    .select('ids')
    .where('type', '=', pushTypes.changed)
    .execute();
  expect(events).toEqual([{ ids: { subject: 'crm_leads' } }]);
});
