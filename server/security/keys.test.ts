import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable, report } from '#server/route-table/cases.ts';
import type { Table } from '#server/route-table/table.ts';
import type { Person } from '#server/testing/company.ts';
import { someOf } from '#server/testing/repetitions.ts';
import { menuRows, type Permission } from '#shared/admin/menus.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

// Every key of the tree of permissions, in a role of its own: which calls it opens, and that it opens no other (security A1).

let table: Table;
beforeAll(async () => {
  table = await openTable();
});
afterAll(() => table.company.close());

const keys = menuRows.flatMap(({ menuId, permission }) => (permission === null ? [] : [{ menuId, permission }]));
const rightsOf = ({ access }: Endpoint): readonly string[] => [access].flat();
const keyed = () => table.answering.filter((endpoint) => !['public', 'login'].includes(rightsOf(endpoint)[0] ?? ''));
/** Days within which every key is met. */
const parts = 24;

/** Somebody whose one role has this key alone. */
async function holderOf(menuId: number, permission: Permission): Promise<Person> {
  const { db } = table.company;
  const { rows } = await sql<{ id: number }>`
    insert into role (role_name, role_type, data_type) values (${permission}, 2, 5) returning role_id as id`.execute(
    db,
  );
  const roleId = rows[0]?.id ?? 0;
  await sql`insert into role_menu (role_id, menu_id) values (${roleId}, ${menuId})`.execute(db);
  return table.hire({ roles: [roleId] });
}

describe('every key', () => {
  it('opens the calls that name it and no other', async () => {
    const counts = { keys: 0, opened: 0, refused: 0, untried: 0 };
    const wrong: string[] = [];
    for (const { menuId, permission } of someOf(keys, parts)) {
      const holder = await holderOf(menuId, permission);
      const { data } = await table.company.call('system/role/auth', {}, { as: holder });
      expect((data as { allAuth: { permissions: string[] } }).allAuth.permissions).toEqual([permission]);
      for (const endpoint of keyed()) {
        const isOpen = rightsOf(endpoint).includes(permission);
        // what is allowed is tried only where trying changes nothing
        if (isOpen && (endpoint.effect !== 'read' || endpoint.answer === 'file')) {
          counts.untried += 1;
          continue;
        }
        const { code } = await table.send(endpoint, { body: {} }, holder);
        if ((code !== 403) !== isOpen) wrong.push(`${permission} ${endpoint.path} ${code}`);
        counts[isOpen ? 'opened' : 'refused'] += 1;
      }
      counts.keys += 1;
    }
    expect(wrong).toEqual([]);
    report(`A1: ${JSON.stringify(counts)}`);
    expect(counts.refused).toBeGreaterThan(counts.keys * 300);
    expect(counts.opened + counts.untried).toBeGreaterThan(0);
  });

  it('is named by a call, or stands for a part of the product that is yet to come', () => {
    const named = new Set(keyed().flatMap(rightsOf));
    const unknown = [...named].filter((right) => !keys.some(({ permission }) => permission === right));
    expect(unknown).toEqual([]);
    const idle = keys.flatMap(({ permission }) =>
      named.has(permission) || withoutCall.has(permission) ? [] : [permission],
    );
    expect([...withoutCall].filter((permission) => named.has(permission))).toEqual([]);
    expect(idle.filter((permission) => !toCome.some((prefix) => permission.startsWith(prefix)))).toEqual([]);
    // and no part is kept on the list once it is there
    expect(toCome.filter((prefix) => !idle.some((permission) => permission.startsWith(prefix)))).toEqual([]);
  });
});

/** Keys that roles can be given already, of pages that are not built. */
const toCome: readonly string[] = [
  'bi:',
  'oa:',
  'work:',
  'project:',
  ...['report', 'promotionalMaterials', 'center', 'help', 'guide', 'oldCustomer'].map((module) => `crm:${module}:`),
];
/** Keys that older clients know and no call names, and those that a call asks for by what it is sent. */
const withoutCall = new Set(['crm:arrear:save', 'crm:scene:share']);
