import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { callProduct } from '#server/testing/process.ts';

let company: Company;
let customerId: number;
beforeAll(async () => {
  company = await openCompany();
  // its own statement comes a second later, perhaps amid the next save
  vi.spyOn(company.services.live, 'touch').mockImplementation(() => undefined);
  const { data } = await company.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customerName: '老客户' }, field: [] },
    seller(),
  );
  ({ customerId } = data as { customerId: number });
});
afterAll(() => company.close());
const seller = (key?: string) => ({ as: company.people.seller, headers: { 'idempotency-key': key } });

interface Cut {
  /** How many more statements go through whole. */
  left: number;
  /** Whether the database still gets the statement, so that only its answer is lost. */
  readonly isLate: boolean;
  wasMade: boolean;
}

/** Lets the connection of a request break at one of its statements. */
function cuttable(pool: pg.Pool) {
  let cut: Cut | null = null;
  const known = new WeakSet<pg.PoolClient>();
  const connectAsEver = pool.connect.bind(pool);
  const connectCuttable = async (): Promise<pg.PoolClient> => {
    const client = await connectAsEver();
    if (known.has(client)) return client;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection;
    const queryCuttable = async (...args: unknown[]) => {
      if (!cut || cut.wasMade || cut.left > 0 || typeof args.at(-1) === 'function') {
        if (cut) cut.left -= 1;
        return query(...args);
      }
      cut.wasMade = true;
      if (cut.isLate) await query(...args);
      stream.destroy();
      // as the driver tells it, once the connection is gone
      return query('select 1');
    };
    return Object.assign(client, { query: queryCuttable });
  };
  // with a callback the pool itself asks, for one statement that belongs to no save
  pool.connect = ((callback?: never) =>
    callback ? connectAsEver(callback) : connectCuttable()) as typeof pool.connect;
  onTestFinished(() => {
    pool.connect = connectAsEver as typeof pool.connect;
  });
  return {
    at: (statement: number, isLate: boolean): Cut => (cut = { left: statement, isLate, wasMade: false }),
    off: () => (cut = null),
  };
}

/** How many rows there are of all that a save writes. */
async function rows(): Promise<Record<string, number>> {
  const { rows: found } = await sql<Record<string, number>>`
    select (select count(*) from customer) as customers, (select count(*) from event) as events,
           (select count(*) from file_batch) as batches, (select count(*) from follow_up) as follow_ups,
           (select count(*) from idempotency) as replies, (select sum(total) from record_count)::bigint as counted,
           (select sum(version) from customer)::bigint as versions`.execute(company.db);
  return found[0] ?? {};
}
const difference = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));

const saves: Record<string, (name: string) => { path: string; body: Record<string, unknown> }> = {
  customer: (name) => ({
    path: 'CrmCustomer/addOrUpdate',
    body: { entity: { customerName: name, mobile: '13900001111' }, field: [] },
  }),
  'follow-up': (content) => ({
    path: 'CrmCustomer/addRecord',
    body: { typesId: customerId, content, category: '打电话' },
  }),
};

it.each(Object.keys(saves))(
  'a new %s is saved whole or not at all wherever its connection breaks, and asking again gives the one and only (security D6)',
  async (kind) => {
    const make = saves[kind]!;
    const save = (name: string, key: string) => {
      const { path, body } = make(name);
      return company.call(path, body, seller(key));
    };
    const empty = difference(await rows(), await rows());
    let before = await rows();
    expect(await save(`${kind} in one go`, randomUUID())).toMatchObject({ code: 0, msg: '' });
    const whole = difference(await rows(), before);
    expect(whole).not.toEqual(empty);

    const cuts = cuttable(company.services.pool.raw);
    const found = { whole: 0, nothing: 0 };
    for (const isLate of [false, true]) {
      for (let statement = 0; ; statement += 1) {
        before = await rows();
        const [name, key] = [`${kind} ${isLate} ${statement}`, randomUUID()];
        const cut = cuts.at(statement, isLate);
        const answer = await save(name, key);
        cuts.off();
        if (!cut.wasMade) {
          expect(answer.code).toBe(0);
          break;
        }
        expect([answer.status, answer.code]).toEqual([503, 503]);
        const written = difference(await rows(), before);
        const isWhole = written['replies'] === 1;
        expect(written, `statement ${statement}`).toEqual(isWhole ? whole : empty);
        found[isWhole ? 'whole' : 'nothing'] += 1;
        const again = await save(name, key);
        expect(again.code, again.msg).toBe(0);
        expect(again.headers['idempotent-replayed']).toBe(isWhole ? 'true' : undefined);
        expect(difference(await rows(), before)).toEqual(whole);
        expect((await save(name, key)).data).toEqual(again.data);
      }
    }
    // only the lost answer to COMMIT leaves a whole one behind
    expect(found.whole).toBe(1);
    expect(found.nothing).toBeGreaterThan(8);
    expect(await brokenInvariants(company.urls.ownerUrl, company.services.config.dataDir, customerType)).toEqual([]);
  },
);

it('gives the same id to who asks again because the answer was cut off after COMMIT (security D6)', async () => {
  const address = await company.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  let cuts = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    client.pipe(server);
    server.once('data', () => {
      cuts += 1;
      client.destroy();
      server.destroy();
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  onTestFinished(() => void proxy.close());
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { token } = company.people.seller;
  for (let round = 0; round < 5; round += 1) {
    const key = randomUUID();
    const body = { entity: { customerName: `客户 ${key}` }, field: [] };
    await expect(callProduct(through, 'CrmCustomer/addOrUpdate', body, { token, key })).rejects.toThrow();
    const { rows: found } = await sql<{ customer_id: number }>`
      select customer_id from customer where customer_name = ${`客户 ${key}`}`.execute(company.db);
    const again = await callProduct(address, 'CrmCustomer/addOrUpdate', body, { token, key });
    expect(again).toMatchObject({ code: 0, data: { customerId: found[0]?.customer_id } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(cuts).toBe(5);
});
