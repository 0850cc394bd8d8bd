import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { recordModules } from '#server/record/registry.ts';
import type { Answer, Person } from '#server/testing/company.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { camelCase } from '#shared/record/field.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, isHeld, openTable, report, type Table, type Things } from './cases.ts';
import type { Example } from './examples.ts';
import { inputShape, places, withValue } from './schema.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
let things: Things;
beforeAll(async () => {
  table = await openTable();
  things = await table.things(table.company.people.admin);
});
afterAll(() => table.company.close());

interface DatabaseColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

const columnsOf = async (): Promise<DatabaseColumn[]> =>
  (
    await sql<DatabaseColumn>`
      select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' order by 1, ordinal_position`.execute(table.company.db)
  ).rows;

/** Tables that change for reasons of their own: logs, first uses, and news that are told a second later. */
const notCounted = ['audit', 'session_login', 'login_failure', 'app_secret', 'known_address', 'push_event'];

/** Rows per table, and how many hold `true` or a flag in each column that is one. */
async function counts(columns: readonly DatabaseColumn[]): Promise<Record<string, number>> {
  const parts = [...Map.groupBy(columns, (column) => column.table)]
    .filter(([name]) => !notCounted.includes(name))
    .map(([name, own]) => {
      const flags = own.filter(({ type }) => type === 'boolean' || type === 'smallint');
      const sums = flags.map((flag) => sql`coalesce(sum(${sql.ref(flag.name)}::int), 0)::int as ${sql.ref(flag.name)}`);
      return sql`select ${sql.lit(name)} as name, to_jsonb(c) as counts from (
        select ${sql.join([sql`count(*)::int as rows`, ...sums])} from ${sql.table(name)}) as c`;
    });
  const { rows } = await sql<{ name: string; counts: Record<string, number> }>`
    ${sql.join(parts, sql` union all `)}`.execute(table.company.db);
  return Object.fromEntries(
    rows.flatMap(({ name, counts: own }) => Object.entries(own).map(([key, value]) => [`${name}.${key}`, value])),
  );
}

const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) =>
      value === before[key] ? [] : [[key, value - (before[key] ?? 0)] as const],
    ),
  );

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));

const sendAs = (endpoint: Endpoint, example: Example, token = table.company.people.admin.token): Promise<Answer> =>
  table.send(endpoint, example, endpoint.access === 'public' ? null : { token: example.token ?? token });

describe('what the server keeps by itself (security A16)', () => {
  /** Stands for somebody, something and some time that no request may bring in. */
  const moleId = 777_777;
  const mole = { text: 'Zz-mole', time: '2001-02-03 04:05:06' };
  const valueFor = (type: string): unknown => {
    if (/^(?:integer|bigint|smallint|numeric)$/.test(type)) return moleId;
    if (type === 'boolean') return true;
    if (type.startsWith('timestamp')) return mole.time;
    return type === 'jsonb' ? { mole: mole.text } : mole.text;
  };
  const holdsObject = (body: unknown, path: string): boolean => {
    const at = path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key] ?? null, body);
    return typeof at === 'object' && at !== null && !Array.isArray(at);
  };
  const renew = async (endpoint: Endpoint): Promise<void> => {
    if (endpoint.cookie || Object.values(endpoint.ids).some(isHeld))
      things = await table.things(table.company.people.admin);
  };
  /** Names that only the wire has. */
  const wireNames: Record<string, unknown> = {
    isAdmin: 1,
    isSuperAdmin: true,
    allAuth: { isAdmin: 1 },
    crmUserType: 2,
    checkStatus: 1,
    isPool: 1,
    ownerUserName: mole.text,
    createUserName: mole.text,
    permissions: ['manage:users:userSave'],
    dataAuth: 1,
    mayWrite: 1,
    mayDelete: 1,
    isCurrent: 1,
    roles: [1],
    userRole: 1,
    admin: true,
    is_admin: 1,
  };

  it('is taken by no call from any place of a body: every column of every table, in both spellings', async () => {
    const { db } = table.company;
    const columns = await columnsOf();
    await db
      .insertInto('app_user')
      .values({ user_id: moleId, username: '13777777777', realname: 'M', password_hash: '', dept_id: 1, status: 0 })
      .execute();
    const extras: Record<string, unknown> = { ...wireNames };
    for (const { name, type } of columns) for (const key of [name, camelCase(name)]) extras[key] = valueFor(type);
    const fieldNames = new Set(
      recordModules().flatMap(({ type }) =>
        type.fields.flatMap((field) => [field.fieldName, camelCase(field.fieldName)]),
      ),
    );
    let calls = 0;
    for (const endpoint of table.answering.filter(({ effect }) => effect !== 'read')) {
      const shape = inputShape(endpoint);
      const sample = (await table.example(endpoint, things)).body;
      const objects = [
        { path: '', shape },
        ...places(shape).filter(({ path, shape: inner }) => inner.properties && holdsObject(sample, path)),
        ...(Object.hasOwn(shape.properties ?? {}, 'entity') ? [{ path: 'entity', shape: {} }] : []),
      ];
      const foreign = ({ path, shape: inner }: (typeof objects)[number]): [string, unknown][] => {
        const known = new Set(Object.keys(inner.properties ?? {}));
        const named = Object.keys(endpoint.ids).map((one) => one.replace(/^entity\./, ''));
        const steering = [...named, 'batchId', 'version'];
        return Object.entries(extras).filter(([key]) => {
          if (known.has(key) || known.has(camelCase(key))) return false;
          return (
            path !== 'entity' ||
            !(
              fieldNames.has(key) ||
              steering.includes(camelCase(key)) ||
              /^(?:address|location|detailAddress|lng|lat)$/.test(key)
            )
          );
        });
      };
      // the first time may be special: a second picture replaces the first
      let usual: Record<string, number> = {};
      for (let time = 0; time < 2; time += 1) {
        await renew(endpoint);
        const plain = await table.example(endpoint, things);
        const start = await counts(columns);
        expect([endpoint.path, codeOf(await sendAs(endpoint, plain))]).toEqual([endpoint.path, plain.code ?? 0]);
        usual = difference(start, await counts(columns));
      }
      for (const place of objects) {
        const keys = foreign(place);
        // a multipart request takes fifty fields
        const groups = endpoint.upload ? inParts(keys, 45).slice(0, isSoak ? undefined : 3) : [keys];
        for (const group of groups) {
          await renew(endpoint);
          const example = await table.example(endpoint, things);
          let { body } = example;
          for (const [key, value] of group)
            body = withValue(body, place.path === '' ? key : `${place.path}.${key}`, value);
          const before = await counts(columns);
          const answer = await sendAs(endpoint, { ...example, body });
          expect([endpoint.path, place.path, codeOf(answer), answer.msg]).toEqual([
            endpoint.path,
            place.path,
            example.code ?? 0,
            answer.msg,
          ]);
          expect([endpoint.path, place.path, difference(before, await counts(columns))]).toEqual([
            endpoint.path,
            place.path,
            usual,
          ]);
          calls += 1;
        }
      }
    }
    const traces: string[] = [];
    for (const name of new Set(columns.map((column) => column.table))) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(name)} as t
        where to_jsonb(t)::text ~ ${`${moleId}|${mole.text}|2001-02-03`}`.execute(db);
      traces.push(...rows.map(({ row }) => `${name} ${row.slice(0, 200)}`));
    }
    expect(traces.filter((trace) => !trace.includes('13777777777'))).toEqual([]);
    report(`A16: ${Object.keys(extras).length} names in ${calls} calls`);
    expect(calls).toBeGreaterThan(40);
  }, 300_000);
});

describe('calls that happen once for one key (security C1)', () => {
  const creating = () => table.endpoints.filter((endpoint) => endpoint.idempotent !== null);
  /** Sheets take a second each, and share one way in and one to act on records. */
  const tried = () =>
    creating().filter(({ upload, path }) => !upload || isSoak || /^CrmCustomer\/uploadExcel(?:FollowUp)?$/.test(path));
  async function bodyOf(endpoint: Endpoint): Promise<Example> {
    things = await table.things(table.company.people.admin);
    const example = await table.example(endpoint, things);
    return { ...example, body: example.creating ?? example.body };
  }
  const withKey = (example: Example, key: string): Example => ({ ...example, headers: { 'idempotency-key': key } });

  it('are all that say so, and each says what makes it an update', () => {
    expect(creating().length).toBeGreaterThan(5);
    for (const { path, effect, idempotent, input, upload } of creating()) {
      expect([path, effect]).toEqual([path, upload ? 'manual' : 'write']);
      expect(input).toBeDefined();
      if (idempotent?.unless) expect(idempotent.unless).toMatch(/Id$/);
    }
  });

  it('answer 20 at once and 3 later with one result, and another body with 422', async () => {
    const columns = await columnsOf();
    for (const endpoint of tried()) {
      const single = withKey(await bodyOf(endpoint), randomUUID());
      const start = await counts(columns);
      expect([endpoint.path, (await sendAs(endpoint, single)).code]).toEqual([endpoint.path, 0]);
      const usual = difference(start, await counts(columns));

      const example = withKey(await bodyOf(endpoint), randomUUID());
      const before = await counts(columns);
      // each reads its sheet before it can wait for the first
      const atOnce = endpoint.upload ? 5 : 20;
      const answers = await Promise.all(Array.from({ length: atOnce }, () => sendAs(endpoint, example)));
      for (let late = 0; late < 3; late += 1) answers.push(await sendAs(endpoint, example));
      for (const answer of answers) expect([endpoint.path, answer.body]).toEqual([endpoint.path, answers[0]?.body]);
      expect([endpoint.path, answers[0]?.code]).toEqual([endpoint.path, 0]);
      const replayed = answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true');
      expect([endpoint.path, replayed.length]).toEqual([endpoint.path, atOnce + 2]);
      expect([endpoint.path, difference(before, await counts(columns))]).toEqual([endpoint.path, usual]);

      const other = { ...example, body: { ...example.body, another: 1 } };
      expect([endpoint.path, (await sendAs(endpoint, other)).code]).toEqual([endpoint.path, 422]);
      for (const key of ['', 'k'.repeat(256)])
        expect([endpoint.path, key.length, (await sendAs(endpoint, withKey(example, key))).code]).toEqual([
          endpoint.path,
          key.length,
          422,
        ]);
      // the key is one person's: another one starts anew
      const somebody = await table.hire({ roles: [1] });
      const foreign = await sendAs(endpoint, example, somebody.token);
      expect([endpoint.path, foreign.headers['idempotent-replayed']]).toEqual([endpoint.path, undefined]);
    }
  });

  it('keep nothing of work that failed: the retry runs', async () => {
    const spoil = (on: boolean) =>
      withClient(table.company.urls.ownerUrl, async (client) => {
        for (const name of ['customer', 'follow_up', 'app_user', 'role', 'department', 'event', 'scene', 'audit'])
          await client.query(
            on
              ? `create trigger spoil before insert on ${name} for each row execute function spoil()`
              : `drop trigger spoil on ${name}`,
          );
      });
    await withClient(table.company.urls.ownerUrl, (client) =>
      client.query(
        `create function spoil() returns trigger language plpgsql as $$ begin raise exception 'spoilt'; end $$`,
      ),
    );
    for (const endpoint of tried()) {
      const example = withKey(await bodyOf(endpoint), randomUUID());
      await spoil(true);
      const failed = await sendAs(endpoint, example);
      await spoil(false);
      expect([endpoint.path, failed.code]).toEqual([endpoint.path, 500]);
      const retried = await sendAs(endpoint, example);
      expect([endpoint.path, retried.code, retried.headers['idempotent-replayed']]).toEqual([
        endpoint.path,
        0,
        undefined,
      ]);
      expect((await sendAs(endpoint, example)).headers['idempotent-replayed']).toBe('true');
    }
  });

  it('take the batch of a new record for the key when there is none', async () => {
    const { seller } = table.company.people;
    const entity = { customer_name: '批次为键', batchId: randomUUID() };
    const save = (more: object = {}) =>
      table.company.call('CrmCustomer/addOrUpdate', { entity: { ...entity, ...more }, field: [] }, { as: seller });
    const [first, ...others] = await Promise.all([save(), save(), save()]);
    expect(first?.code).toBe(0);
    for (const answer of others) expect(answer.data).toEqual(first?.data);
    expect((await save({ remark: '另一份' })).code).toBe(422);
  });
});

describe('two people change one record (security C10)', () => {
  /** Numbers that come out the same each time: a failure can be looked at again. */
  function random(seed: number) {
    let state = seed;
    return (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (state >> 8) % below;
    };
  }
  const fixed = ['telephone', 'website', 'remark', 'receipt_title', 'receipt_identifier'] as const;
  const custom = {
    客户来源: ['促销', '广告', '转介绍'],
    客户行业: ['IT', '金融业', '房地产'],
    客户级别: ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'],
  };
  const names = [...fixed, ...Object.keys(custom)];

  it('and never overwrite each other unseen, whatever fields they change', async () => {
    const { seller, manager } = table.company.people;
    const pick = random(20_261_121);
    const outcome = { merged: 0, conflicts: 0 };
    const changes = () =>
      new Map(
        names
          .filter(() => pick(3) === 0)
          .map((name) => {
            const options = custom[name as keyof typeof custom] ?? ['甲', '乙', '丙'];
            return [name, options[pick(options.length)] ?? ''] as const;
          }),
      );
    const save = (person: Person, id: number, version: number | undefined, values: Map<string, string>) =>
      table.company.call(
        'CrmCustomer/addOrUpdate',
        {
          entity: { customerId: id, ...Object.fromEntries([...values].filter(([name]) => !(name in custom))) },
          field: [...values].filter(([name]) => name in custom).map(([fieldName, value]) => ({ fieldName, value })),
          ...(version === undefined ? {} : { version }),
        },
        { as: person },
      );
    const read = async (id: number): Promise<Record<string, unknown>> => {
      const row = (await table.company.call('CrmCustomer/queryById', { customerId: id }, { as: seller }))
        .data as Record<string, unknown>;
      return Object.fromEntries([...names.map((name) => [name, row[camelCase(name)]]), ['version', row['version']]]);
    };
    const made = await table.company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '两人同改' }, field: [] },
      { as: seller },
    );
    const id = (made.data as { customerId: number }).customerId;
    for (let round = 0; round < (isSoak ? 1000 : 100); round += 1) {
      const start = await read(id);
      const version = start['version'] as number;
      const [first, second] = [changes(), changes()];
      expect((await save(seller, id, version, first)).code).toBe(0);
      const afterFirst = { ...start, ...Object.fromEntries(first) };
      // what both changed the same way is no conflict
      const really = [...first].filter(([name, value]) => start[name] !== value).map(([name]) => name);
      const clash = [...second].filter(([name, value]) => really.includes(name) && afterFirst[name] !== value);
      const answer = await save(manager, id, version, second);
      const end = await read(id);
      const shown = { round, first: [...first], second: [...second] };
      if (clash.length > 0) {
        const detail = answer.body['detail'] as { fieldName: string; value: string; editor: string };
        expect({ ...shown, code: answer.code, named: clash.some(([name]) => name === detail?.fieldName) }).toEqual({
          ...shown,
          code: 409,
          named: true,
        });
        expect(detail).toMatchObject({ value: first.get(detail.fieldName), editor: seller.realname });
        expect({ ...end, version: 0 }).toEqual({ ...afterFirst, version: 0 });
        outcome.conflicts += 1;
      } else {
        expect({ ...shown, code: answer.code }).toEqual({ ...shown, code: 0 });
        expect({ ...end, version: 0 }).toEqual({ ...afterFirst, ...Object.fromEntries(second), version: 0 });
        outcome.merged += 1;
      }
    }
    report(`C10: ${JSON.stringify(outcome)}`);
    expect(outcome.merged).toBeGreaterThan(10);
    expect(outcome.conflicts).toBeGreaterThan(10);
    // a client without versions writes what it sent and nothing else
    const before = await read(id);
    expect((await save(seller, id, undefined, new Map([['remark', '旧客户端']]))).code).toBe(0);
    expect({ ...(await read(id)), version: 0 }).toEqual({ ...before, remark: '旧客户端', version: 0 });
  });
});
