import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchRows, type ChangedRows } from '#server/route-table/changed-rows.ts';
import { openTable, report } from '#server/route-table/cases.ts';
import { callsOf, shareOf, type Shard } from '#server/route-table/shard.ts';
import type { Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import type { Person } from '#server/testing/company.ts';
import { superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import { codeRevoked } from '#shared/wire/envelope.ts';

/** Every writing call of a shard, by somebody who may no longer make it when the body of the request arrives. */
export function writesOnlyWhileAllowed(shard: Shard): void {
  describe('a call that is under way', () => {
    let table: Table;
    let person: Person;
    let things: Things;
    let rows: ChangedRows;
    beforeAll(async () => {
      table = await openTable(shard);
      person = await table.hire({ roles: [superAdminRoleId] });
      things = await table.things(person);
      rows = await watchRows(table.company.urls.ownerUrl);
    });
    afterAll(async () => {
      await rows.close();
      await table.company.close();
    });

    const jobs = async (): Promise<number> => {
      const { rows: counted } = await sql<{
        count: number;
      }>`select count(*)::int as count from pgboss.job_common`.execute(table.company.db);
      return counted[0]?.count ?? 0;
    };
    /** Some calls need an example by somebody of its own. */
    const ownerOf = async (token: string): Promise<number> => {
      const { rows: owners } = await sql<{ user_id: number }>`
        select l.user_id from session_token t join session_login l on l.login_id = t.login_id
        where t.token_hash = ${hashOf(token)}`.execute(table.company.db);
      return owners[0]?.user_id ?? 0;
    };
    const reorganised = sql`update org_version set version = version + 1`;

    const ends = {
      'is disabled': {
        concerns: () => true,
        code: codeRevoked,
        happen: async (userId: number) => {
          await sql`update app_user set status = 0 where user_id = ${userId}`.execute(table.company.db);
        },
        undo: async (userId: number) => {
          await sql`update app_user set status = 1 where user_id = ${userId}`.execute(table.company.db);
        },
      },
      'has the login ended': {
        concerns: () => true,
        code: codeRevoked,
        happen: async (userId: number) => {
          await sql`update session_login set ended_at = now() where user_id = ${userId}`.execute(table.company.db);
        },
        undo: async (userId: number) => {
          await sql`update session_login set ended_at = null where user_id = ${userId}`.execute(table.company.db);
        },
      },
      'loses the right': {
        concerns: ({ access }: Table['endpoints'][number]) => access !== 'login',
        code: 403,
        happen: async (userId: number) => {
          await sql`delete from user_role where user_id = ${userId}`.execute(table.company.db);
          await reorganised.execute(table.company.db);
        },
        undo: async (userId: number) => {
          await sql`insert into user_role (user_id, role_id) values (${userId}, ${superAdminRoleId})`.execute(
            table.company.db,
          );
          await reorganised.execute(table.company.db);
        },
      },
    };

    it.each(Object.keys(ends) as (keyof typeof ends)[])(
      'writes nothing when its person %s after its head was read (security N5, A15)',
      async (end) => {
        const { concerns, code, happen, undo } = ends[end];
        const writing = callsOf(shard, table.endpoints)
          .filter(({ effect, access }) => effect !== 'read' && access !== 'public')
          .filter(concerns);
        expect(writing.length).toBeGreaterThan(shareOf(shard, 40));
        const wrong: unknown[] = [];
        for (const endpoint of writing) {
          const { body, headers, file, token } = await table.example(endpoint, things);
          const userId = token === undefined ? person.userId : await ownerOf(token);
          let before = -1;
          const answer = await table.company.call(endpoint.path, body, {
            as: { token: token ?? person.token },
            method: endpoint.method,
            ...(headers && { headers }),
            ...(file && { file }),
            beforeBody: async () => {
              await happen(userId);
              before = await jobs();
              await rows.taken();
            },
          });
          const changes = await rows.taken();
          if (answer.code !== code || Object.keys(changes).length > 0 || (await jobs()) !== before) {
            wrong.push({ path: endpoint.path, code: answer.code, msg: answer.msg, changes });
          }
          if (before >= 0) await undo(userId);
        }
        expect(wrong).toEqual([]);
        report(`${writing.length} writing calls whose person ${end} on the way\n`);
      },
    );
  });
}
