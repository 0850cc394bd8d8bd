import { sql } from 'kysely';
import { openCompany, tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { exampleOf, type Example } from './examples.ts';
import { makeThings, type Things } from './things.ts';
import { withValue } from './schema.ts';

export interface Table {
  readonly company: Company;
  readonly endpoints: readonly Endpoint[];
  /** Streams stay open when they succeed; they are asked only where they must refuse. */
  readonly answering: readonly Endpoint[];
  /** A new employee: by default a salesperson of 销售二部. */
  readonly hire: (options?: { roles?: readonly number[]; deptId?: number; superior?: number }) => Promise<Person>;
  readonly things: (owner: Person) => Promise<Things>;
  /** A request that this route answers with success when the owner of `things` sends it. */
  readonly example: (endpoint: Endpoint, things: Things) => Promise<Example>;
  readonly send: (endpoint: Endpoint, example: Example, as?: Pick<Person, 'token'> | null) => Promise<Answer>;
  /** Everything that a call may change: rows of all tables but the log, queued jobs and stored objects. */
  readonly state: () => Promise<Record<string, string>>;
}

/** The code of an answer; a file that was sent has none and counts as success. */
export const codeOf = (answer: Answer): number =>
  answer.code === -1 && answer.status === 200 && answer.headers['content-disposition'] !== undefined ? 0 : answer.code;

/** Puts an id where `endpoint.ids` says; lists take it alone. */
export const withId = (body: Record<string, unknown>, path: string, id: number | string): Record<string, unknown> =>
  withValue(body, path, /(?:^|\.)ids$|Ids$/.test(path) ? [id] : id);

export async function openTable(options: Parameters<typeof openCompany>[0] = {}): Promise<Table> {
  const company = await openCompany(options);
  const endpoints = company.application.routes.map((route) => route.endpoint);
  const { db } = company;
  let hired = 0;

  const table: Table = {
    company,
    endpoints,
    answering: endpoints.filter((endpoint) => endpoint.answer !== 'stream'),

    hire: async ({ roles = [11], deptId = company.people.stranger.deptId, superior = 3 } = {}) => {
      hired += 1;
      const username = `1390000${String(hired).padStart(4, '0')}`;
      const { password_hash } = await db
        .selectFrom('app_user')
        .select('password_hash')
        .where('user_id', '=', 3)
        .executeTakeFirstOrThrow();
      const realname = `新人${hired}`;
      const { user_id: userId } = await db
        .insertInto('app_user')
        .values({
          username,
          mobile: username,
          realname,
          password_hash,
          dept_id: deptId,
          status: 1,
          parent_id: superior,
        })
        .returning('user_id')
        .executeTakeFirstOrThrow();
      for (const roleId of roles)
        await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
      await sql`update org_version set version = version + 1`.execute(db);
      const { password } = company.people.admin;
      return { userId, username, password, realname, deptId, token: await tokenFor(db, userId) };
    },

    things: (owner) => makeThings(company, owner),
    example: (endpoint, things) => exampleOf(table, endpoint, things),

    send: (endpoint, example, as = null) =>
      company.call(endpoint.path, example.body, {
        method: endpoint.method,
        ...(as ? { as } : {}),
        ...(example.headers ? { headers: example.headers } : {}),
        ...(example.file ? { file: example.file } : {}),
      }),

    state: async () => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where (schemaname = 'public' or tablename = 'job_common') and tablename not in ('audit', 'login_failure') order by 1`.execute(
        db,
      );
      const state: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await sql<{ sum: string }>`
          select count(*) || ' ' || coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by t::text)), '') as sum
          from ${sql.table(name)} as t
          -- told a second after a change, whoever made it
          where to_jsonb(t) ->> 'type' is distinct from ${pushTypes.changed}`.execute(db);
        state[name] = rows[0]?.sum ?? '';
      }
      const objects: string[] = [];
      for await (const { key } of company.services.files.list()) objects.push(key);
      return { ...state, objects: objects.toSorted().join() };
    },
  };
  return table;
}

/** What a generated suite has examined; shown in the output of the run. */
export const report = (line: string): void => void process.stdout.write(`${line}\n`);
