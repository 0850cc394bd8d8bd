import { sql } from 'kysely';
import { mainType } from '#server/modules/testing.ts';
import { openCompany, tokenFor, type Answer, type CompanyOptions } from '#server/testing/company.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { exampleOf } from './examples.ts';
import { makeThings } from './things.ts';
import type { Table } from './table.ts';

/** The code of an answer; a file that was sent has none and counts as success. */
export const codeOf = (answer: Answer): number =>
  answer.code === -1 && answer.status === 200 && answer.headers['content-disposition'] !== undefined ? 0 : answer.code;

interface TableOptions extends CompanyOptions {
  /** What calls about any record type are asked about; that of the product which has all that a type can have, unless given. */
  readonly type?: RecordType;
}

export async function openTable({ type = mainType, ...options }: TableOptions = {}): Promise<Table> {
  const company = await openCompany({ ...options, keepsDrafts: true });
  const endpoints = company.application.routes.map((route) => route.endpoint);
  const { db } = company;
  let hired = 0;

  const table: Table = {
    company,
    type,
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

    things: (owner) => makeThings({ company, type }, owner),
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
        where (schemaname = 'public' or tablename = 'job_common') and tablename not in ('audit', 'operation_log', 'login_failure') order by 1`.execute(
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
