import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApplication, type Application as Program } from '#server/app.ts';
import { settingsForAll } from '#server/modules/testing.ts';
import { recordModules } from '#server/record/registry.ts';
import { callCompany } from '#server/testing/company/call.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Person } from '#server/testing/company.ts';
import { applicationOf, applications, isApplication, type Application } from '#shared/admin/company/applications.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable, report } from './cases.ts';
import type { Example, Table } from './table.ts';

// Generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
let other: Program;
/** Requests about somebody's own things, by path, made while everything is on. */
type Requests = ReadonlyMap<string, Example>;
const asked: (readonly [Person, Requests])[] = [];
beforeAll(async () => {
  table = await openTable();
  const { company } = table;
  const { admin: first, manager, seller } = company.people;
  const people = [first, manager, seller];
  // one after the other: what some examples set up is for all
  for (const person of people) asked.push([person, await requestsOf(person)]);
  other = await openApplication({
    config: company.services.config,
    log: openLog('silent'),
    databaseUrl: company.urls.appUrl,
    rateFactor: 1000,
  });
  await other.app.ready();
});
afterAll(async () => {
  await other.close();
  await table.company.close();
});

async function requestsOf(person: Person): Promise<Requests> {
  const things = await table.things(person);
  const requests = new Map<string, Example>();
  for (const endpoint of table.answering)
    if (endpoint.access !== 'public') requests.set(endpoint.path, await table.example(endpoint, things));
  return requests;
}
const send = (endpoint: Endpoint, person: Person, requests: Requests) =>
  table.send(endpoint, requests.get(endpoint.path) ?? { body: {} }, person);

const usable = applications.filter(({ module }) => isApplication(module));
const admin = () => table.company.people.admin;
const turn = async (module: string, status: 0 | 1) => {
  const settingId = applications.find((one) => one.module === module)?.settingId ?? 0;
  const answer = await table.company.call('sysConfig/setModuleSetting', { settingId, status }, { as: admin() });
  expect([module, answer.code, answer.msg]).toEqual([module, 0, '']);
};
afterEach(async () => {
  for (const { module } of usable) await turn(module, 1);
});
const treeOf = async (person: Person) =>
  (await table.company.call('system/role/auth', {}, { as: person })).data as PermissionTree;

/** What records are called, and what was said of them: nothing of it leaves the server while their area is off. */
async function traces(area: Application): Promise<string[]> {
  const found = new Set<string>();
  const types = recordModules().filter(({ type }) => type.area === area);
  if (types.length === 0) return [];
  for (const { type } of types) {
    const { rows } = await sql<{ title: string | null }>`
      select ${sql.ref(type.titleField)}::text as title from ${sql.table(type.table)}`.execute(table.company.db);
    for (const { title } of rows) if (title) found.add(title);
  }
  const { rows } = await sql<{ text: string }>`
    select content as text from follow_up union select file_name from import_task union select name from scene where kind is null`.execute(
    table.company.db,
  );
  for (const { text } of rows) found.add(text);
  return [...found].filter((text) => text.length > 1);
}

/** Whether every right to a call is of an application, or the call says that it is part of it. */
const isOf = (module: Application, { access, application }: Endpoint): boolean =>
  application === module ||
  (access !== 'login' &&
    access !== 'public' &&
    [access].flat().every((right) => applicationOf(right as Permission) === module));

/**
 * What everybody who is logged in may still ask while there is no area with records: for the person, the company and its
 * people, and the settings of the area, whose pages stay. All else that takes no right is refused.
 */
const forAnybody = new RegExp(
  `^(?:${[
    'logout|system/viewAs/end|user/info|admin/users/.*|system/(?:user|dept|role|rightsRequest)/.*|file/.*|map/.*|CrmPublicCourseMap/getProvices',
    'system/menu/getWorkMenuList',
    'system/program/(?:queryOwnList|queryOwnAbilities|addOwn|endOwn)|system/openapi/queryDocument',
    'system/message/(?:queryList|queryUnreadCount|readMessage|readAllMessage|clear|deleteById|queryMentions|readMentions)',
    // lists of what one has done or has to do, empty now
    'system/message/queryImportList|operation/queryPageList|examineRecord/queryWaitingList',
    'examine/(?:queryCalendar|queryStandInList|saveStandIn|deleteStandIn|queryExaminStep)|printing/queryTemplateList',
  ].join('|')})$`,
);
const staysOpen = ({ path }: Endpoint): boolean => forAnybody.test(path) || settingsForAll.includes(path);

/** What a switch itself writes. */
const written = new Set(
  ['org_version', 'app_setting', 'setting_change', 'audit', 'operation_log', 'push_event'].map(
    (name) => `public.${name}`,
  ),
);
const state = async () =>
  Object.fromEntries(Object.entries(await table.state()).filter(([name]) => !written.has(name)));

describe.each(usable)('$module, switched off', ({ module }) => {
  if (!isApplication(module)) return;
  /** All types of records are of this area. */
  const hasRecords = module === 'crm';
  const calls = () =>
    table.answering.filter(
      (endpoint) =>
        isOf(module, endpoint) ||
        (hasRecords && endpoint.access === 'login' && endpoint.application === undefined && !staysOpen(endpoint)),
    );

  it('answers no call of its own to anybody, administrators included, and changes nothing', async () => {
    const people = asked.map(([person]) => person);
    const trees = await Promise.all(people.map(treeOf));
    const before = await state();
    await turn(module, 0);
    const answered: string[] = [];
    for (const [person, requests] of asked)
      for (const endpoint of calls()) {
        const { code } = await send(endpoint, person, requests);
        if (code !== 403) answered.push(`${person.realname} ${endpoint.path} ${code}`);
      }
    expect(answered).toEqual([]);
    expect(await state()).toEqual(before);
    report(`${module} off: ${calls().length} calls x ${people.length} people refused`);
    await turn(module, 1);
    // on again: as it was
    expect(await Promise.all(people.map(treeOf))).toEqual(trees);
    const refused: string[] = [];
    for (const [at, [person, requests]] of asked.entries())
      for (const endpoint of calls()) {
        if (endpoint.effect !== 'read' || endpoint.rate === 'heavy') continue;
        const may = [endpoint.access]
          .flat()
          .some((one) => one === 'login' || trees[at]?.allAuth.permissions.includes(one));
        const code = codeOf(await send(endpoint, person, requests));
        if ((code === 403) === may) refused.push(`${person.realname} ${endpoint.path} ${code}`);
      }
    expect(refused).toEqual([]);
  });

  it.runIf(hasRecords)('shows nothing of its records in any answer', async () => {
    const texts = await traces(module);
    const shown = async () => {
      const found: string[] = [];
      for (const [person, requests] of asked)
        for (const endpoint of table.answering) {
          if (endpoint.access === 'public' || endpoint.effect !== 'read' || endpoint.rate === 'heavy') continue;
          const body = (await send(endpoint, person, requests)).raw.toString();
          const text = texts.find((one) => body.includes(one));
          if (text !== undefined) found.push(`${person.realname} ${endpoint.path} ${text}`);
        }
      return found;
    };
    // there is something to be seen
    expect((await shown()).length).toBeGreaterThan(60);
    await turn(module, 0);
    expect(await shown()).toEqual([]);
  });

  it('is missing in the permission tree of everybody, at once and in every process', async () => {
    const { seller } = table.company.people;
    const people = [admin(), seller];
    const elsewhere = (): Promise<PermissionTree[]> =>
      Promise.all(
        people.map(async (as) => (await callCompany(other.app, 'system/role/auth', {}, { as })).data as PermissionTree),
      );
    const before = await elsewhere();
    await turn(module, 0);
    const now = await elsewhere();
    expect(now).toEqual(await Promise.all(people.map(treeOf)));
    for (const [at, tree] of now.entries()) {
      expect(tree).not.toHaveProperty(module);
      const left = before[at]?.allAuth.permissions.filter((one) => applicationOf(one as Permission) !== module);
      expect(tree.allAuth.permissions).toEqual(left);
    }
    await turn(module, 1);
    expect(await elsewhere()).toEqual(before);
  });
});
