import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCalls } from '#server/modules/testing.ts';
import { openCompany, type Company, type TestType } from '#server/testing/company.ts';
import { declares, neededFor } from '#server/testing/suites/declared-calls.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { mentionCalls } from '#shared/record/calls/mention-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can, capabilities, capabilityRights } from '#shared/record/capabilities/capability.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const named = Object.keys(neededFor) as NamedCall[];
const followUpColumns = ['followup', 'last_content', 'last_time'];

/** What a type has of each thing that types can do: all of it where it says so, and else nothing. */
export function everyCapabilityOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`what ${type.name} can do`, () => {
    let company: Company;
    beforeAll(async () => {
      company = await openCompany({ types, keepsDrafts: true });
    });
    afterAll(() => company.close());

    const call = (path: string) => company.call(path, {}, { as: company.people.admin });

    const offered = named.filter((name) => !otherCalls.includes(callPath(type, name)));
    it.each(offered.map((name) => [name] as const))('%s: is a call where the type declares it', async (name) => {
      const path = callPath(type, name);
      const paths = company.application.routes.map(({ endpoint }) => endpoint.path);
      expect(paths.filter((one) => one === path)).toHaveLength(declares(type, name) ? 1 : 0);
      if (declares(type, name)) return;
      const [answer, unknown] = [await call(path), await call(`${type.family}/noSuchCall`)];
      expect([answer.status, answer.code, answer.msg]).toEqual([unknown.status, unknown.code, unknown.msg]);
      expect(answer.status).toBe(404);
    });

    it('asks for a right that the permission tree has, for each thing', () => {
      const tree = new Set(menuRows.map(({ permission }) => permission));
      const asked = capabilities.flatMap((one) => (can(type, one) ? (capabilityRights[one] ?? []) : []));
      for (const action of ['save', 'update', 'index', 'read', ...asked])
        expect(tree).toContain(permissionOf(type, action));
    });

    it('has a table with the columns and indexes of what it can do, and no other', async () => {
      const { rows } = await sql<{ name: string }>`
        select attname::text as name from pg_attribute
        where attrelid = ${type.table}::regclass and attname = any(${followUpColumns}) order by 1`.execute(company.db);
      expect(rows.map(({ name }) => name)).toEqual(can(type, 'followUps') ? followUpColumns : []);
      const { rows: keyed } = await sql`
        select from pg_indexes where tablename = ${type.table} and indexdef like '%company_name_key(%'`.execute(
        company.db,
      );
      expect(keyed).toHaveLength(can(type, 'duplicates') ? 1 : 0);
    });

    it('shows nothing of follow-ups and teams that it does not have', async () => {
      const scenes = (await company.call('scene/queryScene', { type: type.code }, { as: company.people.admin }))
        .data as { bydata: string }[];
      expect(scenes.some(({ bydata }) => bydata === 'member')).toBe(can(type, 'team'));
      if (can(type, 'followUps')) return;
      const declared = [...type.systemColumns, ...(type.states ?? [])].map(({ fieldName }) => fieldName);
      expect(declared.filter((name) => followUpColumns.includes(name))).toEqual([]);
      expect([type.followUpLinks, type.ranking?.followedAs]).toEqual([undefined, undefined]);
      const asked = { types: type.name, actionId: 1 };
      const { code } = await company.call(mentionCalls.candidates.path, asked, { as: company.people.admin });
      expect(code).not.toBe(0);
    });

    it('takes by sheets only what it can do at all', () => {
      const { team, team_removal: removal, deletion, follow_up: followUp, owner, pool } = type.sheets ?? {};
      const needed = [
        ...(team || removal ? [can(type, 'team')] : []),
        ...(deletion ? [can(type, 'delete')] : []),
        ...(followUp ? [can(type, 'followUps')] : []),
        ...(owner ? [can(type, 'transfer')] : []),
        ...(pool ? [type.pool !== undefined] : []),
      ];
      expect(needed).not.toContain(false);
      const paths = company.application.routes.map(({ endpoint }) => endpoint.path);
      for (const name of Object.values(type.sheets ?? {})) expect(paths).toContain(`${type.family}/${name}`);
    });
  });
}
