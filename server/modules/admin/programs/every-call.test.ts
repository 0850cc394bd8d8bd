import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, reorganised, type Who } from '#server/modules/admin/programs/testing.ts';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { menuRows, type Permission } from '#shared/admin/menus.ts';
import { isAbility } from '#shared/admin/programs/abilities.ts';
import { superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

let company: Company;
/** An administrator, so that nothing is refused for lack of the person's rights. */
let maker: Who & { readonly userId: number };
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  company = await openCompany();
  const { userId } = company.people.manager;
  await sql`insert into user_role (user_id, role_id) values (${userId}, ${superAdminRoleId})`.execute(company.db);
  await reorganised(company);
  maker = { userId, token: await tokenFor(company.db, userId) };
  endpoints = company.application.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'public');
});
afterAll(() => company.close());

const newPwd = 'Neu-Pass-2026x';
const every: readonly Permission[] = menuRows.flatMap(({ permission }) =>
  permission !== null && isAbility(permission) ? [permission] : [],
);

/** Calls without a key that programs may make, each for a reason: docs/decisions/program-tokens.md. */
const openToPrograms = [
  'CrmBusiness/queryBusinessStatusOptions',
  'CrmProductCategory/queryList',
  'CrmRecord/queryCounts',
  'CrmRecord/queryFileList',
  'CrmRecord/queryRecordList',
  'CrmRecord/queryRecordOptions',
  'businessType/queryReasons',
  'field/information',
  'field/queryField',
  'field/queryLineField',
  'field/queryListHead',
  'file/upload',
  'map/queryRegionTree',
  'scene/queryField',
  'search/queryAll',
  'system/openapi/queryDocument',
];

type Outcome = 'not for programs' | 'not permitted' | 'reached';
/** What a program's call comes to; nothing is sent that a call could do its work with. */
async function outcomes(as: Who): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>();
  for (const { path, method } of endpoints) {
    const { code, msg } = await company.call(path, {}, { as, method });
    const isForOthers = code === 403 && msg === translate('cn', 'session.program');
    const isDenied = code === 403 && !isForOthers && msg === translate('cn', 'access.denied');
    found.set(path, isForOthers ? 'not for programs' : isDenied ? 'not permitted' : 'reached');
  }
  return found;
}

/** What the declaration of a call says of it. */
function declared({ path, access, effect, answer }: Endpoint, abilities: ReadonlySet<string>): Outcome {
  if (access === 'login') return openToPrograms.includes(path) ? 'reached' : 'not for programs';
  const keys = [access].flat();
  const isOfBusiness = keys.some((key) => key.startsWith('crm:') || key.startsWith('oa:') || key.startsWith('bi:'));
  if (!isOfBusiness || effect === 'manual' || answer === 'stream') return 'not for programs';
  return keys.some((key) => abilities.has(key)) ? 'reached' : 'not permitted';
}

describe('every call, by a program of an administrator', () => {
  it.each([
    ['one ability', ['crm:product:index']],
    ['another ability', ['crm:contract:read']],
    ['every ability', every],
  ] as const)('with %s: what is declared is reached, and nothing else', async (_what, abilities) => {
    const made = await program(company, maker, { abilities });
    const found = await outcomes(made);
    const given = new Set<string>(abilities);
    // some calls open to all look at the type of their records
    const wrong = endpoints.flatMap((endpoint) => {
      const [is, wanted] = [found.get(endpoint.path), declared(endpoint, given)];
      const mayBeDenied = endpoint.access === 'login' && wanted === 'reached' && is === 'not permitted';
      return is === wanted || mayBeDenied ? [] : [`${endpoint.path}: ${is}, not ${wanted}`];
    });
    expect(wrong).toEqual([]);
    const count = (outcome: Outcome) => [...found.values()].filter((one) => one === outcome).length;
    expect(count('not for programs')).toBeGreaterThan(250);
    expect(count('reached')).toBeGreaterThan(abilities.length === 1 ? 15 : 250);
  });

  it('none changes a login or a right, however it is called', async () => {
    const made = await program(company, maker, { abilities: every });
    const state = async () => {
      const { rows } = await sql<{ text: string }>`
        select (select jsonb_agg(to_jsonb(u) - 'last_login_time' order by u.user_id) from app_user u)::text
          || (select jsonb_agg(r order by r.role_id) from role r)::text
          || (select jsonb_agg(m order by m.role_id, m.menu_id) from role_menu m)::text
          || (select jsonb_agg(m order by m.user_id, m.role_id) from user_role m)::text
          || (select jsonb_agg(to_jsonb(l) - 'last_used_at' order by l.login_id) from session_login l)::text
          || (select jsonb_agg(to_jsonb(p) - 'used_at' - 'used_from' order by p.login_id) from program_token p)::text
          as text`.execute(company.db);
      return rows[0]?.text;
    };
    const before = await state();
    const { subordinate } = company.people;
    const { userId, password: oldPwd } = subordinate;
    const whom = {
      userId,
      userIds: [userId],
      id: userId,
      ids: [userId],
      roleId: 1,
      roleIds: [1],
      loginId: made.loginId,
    };
    const access = { status: 0, username: '13911112222', password: newPwd, oldPwd, newPwd };
    const body = { ...whom, ...access, name: '新令牌', days: 30, abilities: ['crm:customer:index'] };
    const done: string[] = [];
    for (const { path, method, effect } of endpoints) {
      if (effect === 'read') continue;
      const { code } = await company.call(path, body, { as: made, method });
      if (code === 0) done.push(path);
    }
    expect(await state()).toBe(before);
    expect(done.filter((path) => /^(system|sysConfig|admin|setup|operation)\//.test(path))).toEqual([]);
  });

  it('none with a right of the back office alone is for programs', () => {
    const keys = endpoints.filter(({ access }) => [access].flat().every((key) => key.startsWith('manage:')));
    expect(keys.length).toBeGreaterThan(150);
    expect(keys.filter(({ forPrograms }) => forPrograms === 'allowed')).toEqual([]);
  });
});
