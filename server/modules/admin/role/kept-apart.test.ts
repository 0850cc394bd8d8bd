import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import { openRights, organisationVersion } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { countIn } from '#server/testing/approvals/count-statements.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const sellers = 11;
const { length: most } = ['person', 'version', 'roles'];
const done = async (path: string, body: Record<string, unknown>) => {
  const { code, data, msg } = await company.call(path, body, { as: company.people.admin });
  expect(code, `${path} ${msg}`).toBe(0);
  return data;
};
/** A role by its name, with rights and fields that are hidden, as administrators write it. */
const add = async (roleName: string) =>
  ((await done('system/role/add', { roleName, roleType: 2 })) as { roleId: number }).roleId;
const undone = async (kinds: string) => {
  const { list } = (await done('system/setting/queryChangeList', { kinds, limit: 1 })) as {
    list: { changeId: number }[];
  };
  await done('system/setting/undoChange', { changeId: list[0]?.changeId });
};
const fieldId = async () =>
  ((await done('field/list', { label: customerType.code })) as { fieldId: number; name: string }[]).find(
    ({ name }) => name === '手机',
  )?.fieldId;

/** What a call of the seller reads of rights, fields and names, and how many statements that takes. */
const asked = async (): Promise<{ actor: Actor; count: number }> => {
  const { gate } = company.services;
  const read = async (db: Database) => {
    const actor = await gate.actorFor(db, company.people.seller.userId);
    await fieldsOf(db, actor, customerType);
    await directoryOf(db, actor.rights.version);
    return actor;
  };
  return countIn(company.db, read).then(({ result, count }) => ({ actor: result, count }));
};

const said = (rights: Rights) => ({
  permissions: [...rights.permissions].toSorted(),
  roleIds: [...rights.roleIds].toSorted(),
  owners: rights.ownersOf(rights.scopeOf('crm', 'customer')),
  hidden: [...rights.fieldLevelsOf(customerType.code, ['crm:customer']).levels],
});
const fresh = async () => {
  const nothingKept = organisationVersion({ version: 0, role_changes: 0 });
  return said(await openRights().of(company.db, company.people.seller.userId, nothingKept));
};

/** Everything that is kept while only roles change. */
const keptTables = async () => {
  const digests = await Promise.all(
    ['app_user', 'department', 'record_field', 'unique_rule', 'app_setting'].map(async (table) => {
      const { rows } = await sql<{ digest: string }>`
        select md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)) as digest from ${sql.table(table)} t`.execute(
        company.db,
      );
      return `${table} ${rows[0]?.digest}`;
    }),
  );
  return digests;
};
const version = () =>
  company.db.selectFrom('org_version').select(['version', 'role_changes']).executeTakeFirstOrThrow();

it('a change of roles alone takes effect with the next call, which reads the roles again and nothing else', async () => {
  const { userId } = company.people.seller;
  const hidden = await fieldId();
  let roleId = 0;
  const changes: Record<string, () => Promise<unknown>> = {
    added: async () => (roleId = await add('区域经理')),
    renamed: () => done('system/role/update', { roleId, roleName: '大区经理' }),
    allowed: () =>
      done('system/role/updateRoleMenu', { id: roleId, rules: menuIdsBelow('crm:leads:').join(), type: 3 }),
    given: () => done('system/role/relatedUser', { userIds: String(userId), roleIds: String(roleId) }),
    'a wider scope': () =>
      done('system/role/updateRoleMenu', { id: roleId, rules: menuIdsBelow('crm:').join(), type: 5 }),
    'a hidden field': () =>
      done('field/saveRoleField', { roleId: sellers, label: customerType.code, data: [{ fieldId: hidden, level: 1 }] }),
    taken: () => done('system/role/unbindingUser', { userId, roleId }),
    'taken, undone': () => undone('role_people'),
    copied: () => done('system/role/copy', { roleId }),
    deleted: () => done('system/role/delete', { roleId }),
    'deleted, undone': () => undone('role'),
  };
  await asked();
  const kept = await keptTables();
  const seen = new Set<string>();
  for (const [what, change] of Object.entries(changes)) {
    const before = await version();
    await change();
    const after = await version();
    expect(after.version, what).toBeGreaterThan(before.version);
    expect(after.version - after.role_changes, what).toBe(before.version - before.role_changes);
    const { actor, count } = await asked();
    // what is hidden from nobody else, and not in this way before, is left out of the fields for the first time
    expect(count, what).toBe(most + (what === 'taken' ? ['fields', 'unique rules'].length : 0));
    expect(said(actor.rights), what).toEqual(await fresh());
    seen.add(JSON.stringify(said(actor.rights)));
    expect(await keptTables(), what).toEqual(kept);
  }
  // without the role, with it, by its wider scope, and without it where a field is hidden
  expect(seen.size).toBe(4);
  const { actor } = await asked();
  expect(said(actor.rights).hidden).toEqual([[hidden, 1]]);
});

it('any other change is read by the next call, also right after one of roles', async () => {
  const { admin, seller } = company.people;
  await add('助理');
  const { actor: before } = await asked();
  await sql`update app_user set parent_id = ${seller.userId}, realname = '改名的人' where user_id = ${admin.userId}`.execute(
    company.db,
  );
  await sql`update role set data_type = 2 where role_id = ${sellers}`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  const { actor } = await asked();
  expect(said(actor.rights)).toEqual(await fresh());
  expect(said(actor.rights).owners).not.toEqual(said(before.rights).owners);
  expect((await directoryOf(company.db, actor.rights.version)).user(admin.userId)).toBe('改名的人');
  expect((await directoryOf(company.db, before.rights.version)).user(admin.userId)).not.toBe('改名的人');
});
