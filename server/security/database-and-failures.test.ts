import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openRateLimiter } from '#server/platform/http/admission/rate.ts';
import { publicRoute, route, type Route } from '#server/platform/http/route.ts';
import { buildServer } from '#server/platform/http/server.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const refused = async (statement: Promise<unknown>): Promise<string> => {
  try {
    await statement;
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

describe('the role of the application (security O5)', () => {
  it('is nobody special, and in no group that is', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as groups,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`.execute(company.db);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        groups: 0,
        owned: 0,
      },
    ]);
    const owner = await withClient(company.urls.ownerUrl, async (client) => {
      const found = await client.query<{ name: string; super: boolean }>(
        'select current_user as name, rolsuper as super from pg_roles where rolname = current_user',
      );
      return found.rows[0];
    });
    expect(owner?.super).toBe(false);
    const { rows: names } = await sql<{ name: string }>`select current_user as name`.execute(company.db);
    expect(names[0]?.name).not.toBe(owner?.name);
  });

  it.each([
    ['a table', sql`create table t (a int)`],
    ['a temporary table', sql`create temporary table t (a int)`],
    ['a schema', sql`create schema s`],
    ['a function', sql`create function f() returns int language sql as 'select 1'`],
    ['an extension', sql`create extension dblink`],
    ['a database', sql`create database other`],
    ['a role', sql`create role other`],
    ['a column', sql`alter table customer add column x int`],
    ['a trigger less', sql`drop trigger customer_count_insert on customer`],
    ['a file read', sql`select pg_read_file('/etc/passwd')`],
    ['a file listed', sql`select pg_ls_dir('/')`],
    ['a file copied in', sql`copy app_setting from '/etc/passwd'`],
    ['a file copied out', sql`copy app_setting to '/tmp/x'`],
    ['a program', sql`copy app_setting to program 'id'`],
    ['a large object of a file', sql`select lo_import('/etc/passwd')`],
    ['a setting of the server', sql`alter system set log_statement = 'all'`],
    ['the passwords', sql`select * from pg_authid`],
    ['another role', sql`set role jianye_owner`],
    ['the migrations', sql`delete from schema_migration`],
  ])('does not get %s', async (_what, statement) => {
    expect(['42501', '25001', '42704', '0A000']).toContain(await refused(statement.execute(company.db)));
  });

  it('adds to the log and to what happened, and changes neither (security O6)', async () => {
    await company.call('CrmCustomer/queryList', { customerName: '公司名' }, { as: company.people.admin });
    await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '有事' }, field: [] },
      { as: company.people.admin },
    );
    for (const name of ['audit', 'operation_log', 'event']) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(company.db);
      expect(rows[0]?.n).toBeGreaterThan(0);
      for (const statement of [
        sql`update ${sql.table(name)} set created_at = now()`,
        sql`delete from ${sql.table(name)}`,
        sql`truncate ${sql.table(name)}`,
      ])
        expect([name, await refused(statement.execute(company.db))]).toEqual([name, '42501']);
    }
  });

  it('waits only so long: for a statement, a lock, and inside a transaction', async () => {
    const { rows } = await sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(company.db);
    expect(rows[0]).toEqual({ statement: '12s', lock: '5s', idle: '30s' });
  });
});

describe('a failure (security O10)', () => {
  const text = 'geheim: Key (mobile)=(13812345678) select * from app_user at /srv/jianye';
  const input = z.object({});
  const open = { access: 'public', input, output: z.object({ done: z.boolean() }) } as const;
  const cyclic = () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    return loop;
  };
  const fail = (): never => {
    throw new Error(text);
  };
  /** One call for each layer that may break. */
  const broken: Record<string, Route> = {
    'the handler throws': publicRoute(endpoint({ path: 'a', ...open }), async () => fail()),
    'the handler throws before it promises': publicRoute(endpoint({ path: 'b', ...open }), () => fail()),
    'the handler throws what is no error': publicRoute(endpoint({ path: 'c', ...open }), async () => {
      // oxlint-disable-next-line typescript/only-throw-error -- libraries do such things
      throw text;
    }),
    'the handler throws nothing': publicRoute(endpoint({ path: 'd', ...open }), async () => {
      // oxlint-disable-next-line typescript/only-throw-error -- libraries do such things
      throw null;
    }),
    'the answer breaks its contract': publicRoute(
      endpoint({ path: 'e', ...open }),
      async () => ({ password: text }) as never,
    ),
    'the answer goes round in circles': publicRoute(endpoint({ path: 'f', ...open, output: z.unknown() }), async () =>
      cyclic(),
    ),
    'the input schema breaks': publicRoute(
      endpoint({ path: 'g', ...open, input: z.preprocess(fail, input) }),
      async () => ({
        done: true,
      }),
    ),
    'the statement fails': publicRoute(endpoint({ path: 'h', ...open, effect: 'write' }), async ({ db }) => {
      await sql`select 1 / 0`.execute(db);
      return { done: true };
    }),
    'the commit fails': publicRoute(endpoint({ path: 'i', ...open, effect: 'write' }), async ({ db }) => {
      await sql`insert into app_setting (name, value) values ('commit', '{}')`.execute(db);
      return { done: true };
    }),
    'the answer of a change breaks its contract': publicRoute(
      endpoint({ path: 'j', ...open, effect: 'write' }),
      async ({ db }) => {
        await sql`insert into app_setting (name, value) values ('contract', '{}')`.execute(db);
        return { other: 1 } as never;
      },
    ),
    'the login is looked up': route(endpoint({ path: 'k', ...open, access: 'login' }), async () => ({ done: true })),
  };
  const log: string[] = [];
  let server: Awaited<ReturnType<typeof buildServer>>;
  let unhandled = 0;
  let tries = 0;
  const count = () => void (unhandled += 1);

  beforeAll(async () => {
    await withClient(company.urls.ownerUrl, async (client) => {
      await client.query(`create function late() returns trigger language plpgsql as $$
        begin if new.name = 'commit' then raise exception 'geheim %', new.name; end if; return null; end $$`);
      await client.query(`create constraint trigger late after insert on app_setting
        deferrable initially deferred for each row execute function late()`);
    });
    const effects = publicRoute(endpoint({ path: 'effect', ...open, effect: 'write' }), async ({ afterCommit }) => {
      afterCommit(fail);
      return { done: true };
    });
    const deadlock = publicRoute(
      endpoint({ path: 'deadlock', ...open, effect: 'write', input: z.object({ times: z.int() }) }),
      async ({ input: { times } }) => {
        tries += 1;
        if (tries <= times) throw Object.assign(new Error(text), { code: '40P01' });
        return { done: true };
      },
    );
    const works = publicRoute(endpoint({ path: 'works', ...open }), async () => ({ done: true }));
    const own = publicRoute(endpoint({ path: 'own', ...open }), async () => {
      throw new AppError('access.record');
    });
    server = await buildServer({
      pool: company.services.pool,
      log: openLog('info', { write: (line) => void log.push(line) }),
      routes: [...Object.values(broken), effects, deadlock, works, own],
      authenticate: async () => fail(),
      checkOrigin: () => undefined,
      rate: openRateLimiter(Date.now, 1000),
      uploadFolder: company.services.config.dataDir,
      trustProxy: false,
      secureUrl: false,
    });
    process.on('unhandledRejection', count);
  });
  afterAll(async () => {
    process.off('unhandledRejection', count);
    await server.close();
  });

  const post = (path: string) => server.inject({ method: 'POST', url: `/${path}`, payload: {} });

  it.each(Object.entries(broken))('wherever it is: %s', async (_where, { endpoint: { path } }) => {
    log.length = 0;
    const answer = await post(path);
    const { code, msg, ...rest } = answer.json<{ code: number; msg: string }>();
    expect([answer.statusCode, code, rest]).toEqual([200, 500, {}]);
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(msg)?.[0] ?? 'no id';
    expect(msg.replace(id, '')).toBe('服务器响应异常（）');
    expect(answer.body).not.toMatch(/geheim|app_user|srv|at |zod|division/i);
    expect(log.filter((line) => line.includes(id))).toHaveLength(1);
    expect(log.join('')).not.toContain('13812345678');
    // the process goes on, and so do others' calls
    expect((await post('works')).json()).toEqual({ code: 0, data: { done: true } });
  });

  it('takes back what it had changed, when it speaks of it wrongly or cannot be committed', async () => {
    const { rows } = await sql`select name from app_setting where name in ('commit', 'contract')`.execute(company.db);
    expect(rows).toEqual([]);
  });

  it('after the commit does not deny the change', async () => {
    log.length = 0;
    expect((await post('effect')).json()).toEqual({ code: 0, data: { done: true } });
    expect(log.join('')).toContain('an effect after the commit failed');
  });

  it('of two who wait for each other is tried again three times, and then says so (security C8)', async () => {
    const meet = async (times: number) => {
      tries = 0;
      return server.inject({ method: 'POST', url: '/deadlock', payload: { times } });
    };
    expect((await meet(3)).json()).toEqual({ code: 0, data: { done: true } });
    const refused = await meet(4);
    expect([refused.statusCode, refused.json(), tries]).toEqual([
      503,
      { code: 503, msg: '系统暂时不可用，请稍后再试' },
      4,
    ]);
  });

  it('that was foreseen keeps its own words', async () => {
    expect((await post('own')).json<{ code: number }>().code).toBe(404);
  });

  it('never goes unhandled', () => {
    expect(unhandled).toBe(0);
  });
});
