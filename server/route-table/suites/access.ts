import { sql } from 'kysely';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLogin } from '#server/platform/session/logins.ts';
import type { Person } from '#server/testing/company.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { seededRoles } from '#shared/admin/seeded-roles.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { callsOf, shareOf, type Shard } from '#server/route-table/shard.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable, report } from '#server/route-table/cases.ts';
import { inputShape, places } from '#server/route-table/schema.ts';
import { absentId, idsOf, isHeld, type Things } from '#server/route-table/things.ts';
import { withId, type Table, type Example } from '#server/route-table/table.ts';

/** Whoever may not is refused, call by call and id by id: of a shard, and with a type of its own what is asked about its records. */
export function keepsToRights(shard: Shard): void {
  let table: Table;
  beforeAll(async () => {
    table = await openTable(shard);
  });
  afterAll(() => table.company.close());

  const calls = () => callsOf(shard, table.endpoints);
  /** Calls that ids of records go to: with a type of its own, those of any record too. */
  const callsWithIds = () =>
    shard.type
      ? table.endpoints.filter((one) => calls().includes(one) || Object.values(one.ids).includes('record'))
      : calls();
  const signedIn = () => calls().filter((endpoint) => endpoint.access !== 'public');
  const takesRight = (endpoint: Endpoint) => endpoint.access !== 'public' && endpoint.access !== 'login';
  /** Enough for calls that have to be refused before anything is read. */
  const anyBody: Example = { body: {} };

  describe('without a valid login (security A1)', () => {
    async function tokens(): Promise<Record<string, { headers: Record<string, string>; code: number }>> {
      const { db } = table.company;
      const login = async () => startLogin(db, { userId: 3, client: 1, userAgent: '', address: '' });
      const [old, idle, ended, child] = [await login(), await login(), await login(), await login()];
      await sql`update session_token set created_at = now() - interval '121 minutes' where login_id = ${old.loginId}`.execute(
        db,
      );
      await sql`update session_login set refreshed = true where login_id = ${old.loginId}`.execute(db);
      await sql`update session_login set last_used_at = now() - interval '73 hours' where login_id = ${idle.loginId}`.execute(
        db,
      );
      await sql`update session_login set ended_at = now() where login_id = ${ended.loginId}`.execute(db);
      const person = await table.hire();
      await sql`update app_user set status = 0 where user_id = ${person.userId}`.execute(db);
      const header = (token: string, code: number) => ({ headers: { 'admin-token': token }, code });
      return {
        none: { headers: {}, code: 302 },
        empty: header('', 302),
        junk: header('junk', 401),
        unknown: header('A'.repeat(43), 401),
        expired: header(old.accessToken, 401),
        idle: header(idle.accessToken, 401),
        revoked: header(ended.accessToken, 302),
        disabled: header(person.token, 302),
        'refresh token': header(child.refreshToken, 401),
        'bearer junk': { headers: { authorization: 'Bearer junk' }, code: 401 },
        'no bearer': { headers: { authorization: `Basic ${child.accessToken}` }, code: 401 },
        cookie: { headers: { cookie: `Admin-Token=${child.accessToken}; token=${child.accessToken}` }, code: 302 },
      };
    }

    it('every call is refused with the code of the case, and shows nothing', async () => {
      const cases = Object.entries(await tokens());
      let asked = 0;
      for (const endpoint of signedIn()) {
        for (const [name, { headers, code }] of cases) {
          const answer = await table.send(endpoint, { ...anyBody, headers });
          expect([endpoint.path, name, answer.status, answer.code]).toEqual([endpoint.path, name, 200, code]);
          expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'msg']);
          asked += 1;
        }
      }
      report(`A1: ${signedIn().length} routes x ${cases.length} tokens = ${asked} cases`);
      expect(asked).toBeGreaterThan(shareOf(shard, 700));
    });

    it('only what security A1 names is open', () => {
      const open = table.endpoints.filter((endpoint) => endpoint.access === 'public').map((endpoint) => endpoint.path);
      expect(open.toSorted()).toEqual([
        'login',
        'open/form',
        'open/formSubmit',
        'open/lead',
        'refresh',
        'setup/createAdmin',
        'setup/setPassword',
        'sysConfig/querySysConfig',
        'system/invite/apply',
      ]);
    });
  });

  describe('function rights (security A1)', () => {
    it('every role is refused what it lacks, and only that', async () => {
      const staff: [string, Person][] = [['none', await table.hire({ roles: [] })]];
      for (const role of seededRoles) staff.push([role.roleName, await table.hire({ roles: [role.roleId] })]);
      const counts = { refused: 0, allowed: 0 };
      for (const [name, person] of staff) {
        const tree = (await table.company.call('system/role/auth', {}, { as: person })).data as {
          allAuth: { permissions: string[] };
        };
        for (const endpoint of calls().filter(takesRight)) {
          const may = [endpoint.access].flat().some((right) => tree.allAuth.permissions.includes(right));
          // what is allowed is tried only where trying changes nothing
          if (may && (endpoint.effect !== 'read' || endpoint.answer === 'file')) continue;
          const answer = await table.send(endpoint, anyBody, person);
          expect([name, endpoint.path, answer.code === 403]).toEqual([name, endpoint.path, !may]);
          if (!may) expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'msg']);
          counts[may ? 'allowed' : 'refused'] += 1;
        }
      }
      report(`A1: ${calls().filter(takesRight).length} routes x ${staff.length} roles: ${JSON.stringify(counts)}`);
      expect(counts.refused).toBeGreaterThan(shareOf(shard, 300));
      expect(counts.allowed).toBeGreaterThan(shareOf(shard, 20));
    });

    it('nothing happens before they are checked: no row, no job, no file (security A12)', async () => {
      const { admin } = table.company.people;
      const nobody = await table.hire({ roles: [] });
      const things = await table.things(admin);
      const attempts: [Endpoint, Example][] = [];
      for (const endpoint of calls().filter(takesRight))
        if (endpoint.effect !== 'read') attempts.push([endpoint, await table.example(endpoint, things)]);
      const folder = join(table.company.services.config.dataDir, 'uploads');
      const temporary = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
      const before = [await table.state(), temporary()];
      for (const [endpoint, example] of attempts) {
        const answer = await table.send(endpoint, example, nobody);
        expect([endpoint.path, answer.code]).toEqual([endpoint.path, 403]);
      }
      expect([await table.state(), temporary()]).toEqual(before);
      expect(Object.keys(before[0] ?? {})).toEqual(
        expect.arrayContaining([`public.${table.type.table}`, 'public.idempotency', 'pgboss.job_common', 'objects']),
      );
      expect(attempts.filter(([endpoint]) => endpoint.upload).length).toBeGreaterThan(shareOf(shard, 3));
      report(`A12: ${attempts.length} write routes refused`);
      expect(attempts.length).toBeGreaterThan(shareOf(shard, 20));
    });
  });

  describe('ids of what one does not hold (security A2, A5)', () => {
    const missing: Record<string, unknown> = { code: 404, msg: translate('cn', 'access.record', {}) };
    /** A list that an id narrows to nothing, and the detail of no record. */
    const nothings = new Set(['{"list":[],"totalRow":0}', '{"dataAuth":0}']);
    const foundNothing = (endpoint: Endpoint, { data }: Record<string, unknown>): boolean =>
      endpoint.effect === 'read' && nothings.has(JSON.stringify(data));
    let own: Things;
    let reader: Person;
    beforeAll(async () => {
      own = await table.things(table.company.people.seller);
      reader = await table.hire();
      await table.company.db
        .insertInto('record_team')
        .values({ type_code: table.type.code, record_id: own.record, user_id: reader.userId, power: 1 })
        .execute();
    });

    /** Every place of every call where an id of a held subject goes, with the ids of the seller's things. */
    const idPlaces = () =>
      callsWithIds().flatMap((endpoint) =>
        Object.entries(endpoint.ids).flatMap(([path, subject]) =>
          isHeld(subject) ? [{ endpoint, path, subject, ids: idsOf(subject, own) }] : [],
        ),
      );
    async function holds(person: Person, { access, path }: Endpoint): Promise<boolean> {
      const actor = await table.company.services.gate.actorFor(table.company.db, person.userId);
      // one call prints records of all types: it takes the right to the type that it is asked for
      if (access === 'login' && path.startsWith('printing/')) return actor.mayDo(permissionOf(table.type, 'read'));
      if (access === 'login' || access === 'public') return true;
      return [access].flat().some((right) => actor.mayDo(right as Permission));
    }
    /** The body of the sender's own example, by way of making something where an update would pass over the id. */
    async function bodyFor(endpoint: Endpoint, path: string, things: Things): Promise<Example> {
      const example = await table.example(endpoint, things);
      const creates = endpoint.idempotent && endpoint.idempotent.unless !== null && endpoint.idempotent.unless !== path;
      return creates && example.creating ? { ...example, body: example.creating } : example;
    }
    /** A key of a batch says what the client may add to; a new one is no mistake. */
    const opensNew = (endpoint: Endpoint, subject: string) => subject === 'batch' && endpoint.effect !== 'read';

    it('reads and changes nothing for strangers, peers, subordinates and agents, and tells nothing of it', async () => {
      const { stranger, peer, subordinate, agent } = table.company.people;
      // with more functions than the others, in another department
      const elsewhere = await table.hire({ roles: [8] });
      const people: [string, Person][] = Object.entries({ stranger, peer, subordinate, agent, elsewhere });
      const attempts: { name: string; endpoint: Endpoint; example: Example; person: Person; refusal: object }[] = [];
      for (const [name, person] of people) {
        const things = await table.things(person);
        for (const { endpoint, path, subject, ids } of idPlaces()) {
          const example = await bodyFor(endpoint, path, things);
          const at = (id: number | string): Example => ({ ...example, body: withId(example.body, path, id) });
          // the right comes first: who lacks it learns that, whatever the id
          const lacksRight = !(await holds(person, endpoint));
          const refusal = opensNew(endpoint, subject)
            ? missing
            : (await table.send(endpoint, at(absentId(subject)), person)).body;
          const code = lacksRight ? 403 : 404;
          // an id that restricts a list finds nothing, as one that names a thing does
          const isNothing = foundNothing(endpoint, refusal);
          if ((!lacksRight || refusal !== missing) && !isNothing)
            expect([name, endpoint.path, path, refusal['code']]).toEqual([name, endpoint.path, path, code]);
          for (const id of ids) {
            const label = `${name} ${endpoint.path} ${path}${lacksRight ? ' without the right' : ''}`;
            attempts.push({ name: label, endpoint, example: at(id), person, refusal });
          }
        }
      }
      const before = await table.state();
      for (const { name, endpoint, example, person, refusal } of attempts) {
        const answer = await table.send(endpoint, example, person);
        if (name.endsWith('without the right')) expect([name, answer.code]).toEqual([name, 403]);
        else expect([name, answer.status, answer.body]).toEqual([name, endpoint.refusesByStatus ? 404 : 200, refusal]);
      }
      expect(await table.state()).toEqual(before);
      report(`A2: ${idPlaces().length} id parameters x ${people.length} people: ${attempts.length} cases`);
      expect(attempts.length).toBeGreaterThan(shareOf(shard, 100));
    }, 180_000);

    it('lets a read-only member read and follow up, and change nothing', async () => {
      const things = await table.things(reader);
      const onRecord = (subject: string) => subject === table.type.name || subject === 'record';
      const seen = { read: 0, refused: 0 };
      for (const { endpoint, path, subject } of idPlaces()) {
        const ids = onRecord(subject) ? [own.record] : subject === 'file' ? [own.file] : [own.batch];
        if (!onRecord(subject) && subject !== 'file' && subject !== 'batch') continue;
        const example = await bodyFor(endpoint, path, things);
        const may = await holds(reader, endpoint);
        for (const id of ids) {
          // the link of a file is signed for one person: the reader asks for one of the reader's own
          const link = endpoint.path === 'file/download' ? await linkOf(reader, own.file) : null;
          const answer = await table.send(
            endpoint,
            { ...example, body: link ?? withId(example.body, path, id) },
            reader,
          );
          // a follow-up belongs to its author (decision "files of a record")
          const reads = endpoint.effect === 'read' || (onRecord(subject) && endpoint.path.endsWith('/addRecord'));
          expect([endpoint.path, path, codeOf(answer)]).toEqual([endpoint.path, path, !may ? 403 : reads ? 0 : 404]);
          seen[reads ? 'read' : 'refused'] += 1;
        }
      }
      expect(seen.read).toBeGreaterThan(shareOf(shard, 8));
      expect(seen.refused).toBeGreaterThan(shareOf(shard, 5));
    });

    it('reads what managers and administrators oversee, and what is nobody else’s for nobody else', async () => {
      let asked = 0;
      for (const name of ['manager', 'admin'] as const) {
        const person = table.company.people[name];
        const things = await table.things(person);
        for (const { endpoint, path, subject, ids } of idPlaces()) {
          if (endpoint.effect !== 'read' || endpoint.path === 'file/download') continue;
          for (const id of ids) {
            const example = await bodyFor(endpoint, path, things);
            const answer = await table.send(endpoint, { ...example, body: withId(example.body, path, id) }, person);
            const isPrivate =
              ['import', 'login', 'operation', 'scene'].includes(subject) ||
              // the pool does not show what somebody owns (security A3)
              String(endpoint.access).startsWith('crm:pool:') ||
              (subject === 'file' && id === own.looseFile) ||
              id === own.looseBatch;
            const code = foundNothing(endpoint, answer.body) ? 404 : codeOf(answer);
            const expected = (await holds(person, endpoint)) ? (isPrivate ? 404 : 0) : 403;
            expect([name, endpoint.path, id, code]).toEqual([name, endpoint.path, id, expected]);
            asked += 1;
          }
        }
      }
      expect(asked).toBeGreaterThan(shareOf(shard, 20));
    });

    it('takes other people’s pictures and accounts only with the right to them', async () => {
      const { seller, peer } = table.company.people;
      const endpoint = table.endpoints.find(({ path }) => path === 'system/user/updateImg');
      if (!endpoint) throw new Error('no such call');
      const example = await table.example(endpoint, own);
      for (const userId of [peer.userId, 99_999_999]) {
        const answer = await table.send(endpoint, { ...example, body: { userId } }, seller);
        expect(answer.body).toEqual({ code: 403, msg: translate('cn', 'access.denied', {}) });
      }
    });

    async function linkOf(person: Person, fileId: number): Promise<Record<string, unknown>> {
      const { data } = await table.company.call('file/queryById', { id: fileId }, { as: person });
      return Object.fromEntries(new URL((data as { url: string }).url, 'http://x').searchParams);
    }
  });

  describe('how calls are declared', () => {
    it('no path twice, and every id says what it names', () => {
      const paths = table.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
      expect(new Set(paths).size).toBe(paths.length);
      const undeclared = table.endpoints.flatMap((endpoint) =>
        places(inputShape(endpoint))
          .map(({ path }) => path.replaceAll(/\.(?:\d+|\*)/g, ''))
          .filter((path) => /(?:^|\.)(?:id|ids)$|Ids?$/.test(path) && !Object.hasOwn(endpoint.ids, path))
          .map((path) => `${endpoint.path} ${path}`),
      );
      expect([...new Set(undeclared)]).toEqual([]);
      const known = new Set(table.endpoints.flatMap((endpoint) => Object.values(endpoint.ids)));
      report(`ids name: ${[...known].toSorted().join(', ')}`);
    });
  });
}
