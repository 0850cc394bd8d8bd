import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { codeOf, openTable, report } from '#server/route-table/cases.ts';
import { freshExamples } from '#server/route-table/fresh-things.ts';
import { inputShape, places, withValue, type Place } from '#server/route-table/schema.ts';
import { callsOf, type Shard } from '#server/route-table/shard.ts';
import { watchRows, type ChangedRows, type RowChanges } from '#server/route-table/changed-rows.ts';
import { inTurn, someOf } from '#server/testing/repetitions.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { isStaged, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { camelCase } from '#shared/record/field.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import type { Table, Example } from '#server/route-table/table.ts';

interface DatabaseColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Stands for somebody, something and some time that no request may bring in. */
const moleId = 777_777;
const moleMobile = '13777777777';
const mole = { text: 'Zz-mole', time: '2001-02-03 04:05:06' };
const valueFor = (type: string): unknown => {
  if (/^(?:integer|bigint|smallint|numeric)$/.test(type)) return moleId;
  if (type === 'boolean') return true;
  if (type.startsWith('timestamp')) return mole.time;
  return type === 'jsonb' ? { mole: mole.text } : mole.text;
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

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));

const holdsObject = (body: unknown, path: string): boolean => {
  const at = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key] ?? null, body);
  return typeof at === 'object' && at !== null && !Array.isArray(at);
};

/** Names of columns as bodies spell fields of records. */
function fieldNames(): ReadonlySet<string> {
  const fields = recordModules().flatMap(({ type }) => type.fields);
  return new Set(fields.flatMap(({ fieldName }) => [fieldName, camelCase(fieldName)]));
}

/** Every object in the example of a call: its places take values that the contract does not name. */
function objectsOf(endpoint: Endpoint, sample: unknown): Place[] {
  const shape = inputShape(endpoint);
  return [
    { path: '', shape },
    ...places(shape).filter(({ path, shape: inner }) => inner.properties && holdsObject(sample, path)),
    ...(Object.hasOwn(shape.properties ?? {}, 'entity') ? [{ path: 'entity', shape: {} }] : []),
  ];
}

/** A save may ask for an approval or keep a draft, and a new record may begin in any stage. */
const takenBySaves = (state: StateColumn): boolean => state.driver === 'approval' || isStaged(state);

/** Of all names those that mean nothing at a place. */
function foreignTo(endpoint: Endpoint, { path, shape }: Place, extras: Record<string, unknown>): [string, unknown][] {
  const known = new Set(Object.keys(shape.properties ?? {}));
  const steering = [...Object.keys(endpoint.ids).map((one) => one.replace(/^entity\./, '')), 'batchId', 'version'];
  const fields = fieldNames();
  const isOwn = (key: string) =>
    fields.has(key) || steering.includes(camelCase(key)) || /^(?:address|location|detailAddress|lng|lat)$/.test(key);
  const { type } = recordModules().find((one) => callPath(one.type, 'save') === endpoint.path) ?? {};
  const states = type ? stateColumns(type).filter(takenBySaves) : [];
  const asked = new Set([...states.map(({ column }) => camelCase(column)), ...(type?.answeredInForms ?? [])]);
  return Object.entries(extras).filter(
    ([key]) =>
      !(path === 'entity' && asked.has(camelCase(key))) &&
      !known.has(key) &&
      !known.has(camelCase(key)) &&
      (path !== 'entity' || !isOwn(key)),
  );
}

/** Every call of a shard with all that only the server sets. */
export function takesNoForeignValues(shard: Shard): void {
  describe('what the server keeps by itself (security A16)', () => {
    let table: Table;
    let fresh: Awaited<ReturnType<typeof freshExamples>>;
    let rows: ChangedRows;
    beforeAll(async () => {
      table = await openTable(shard);
      fresh = await freshExamples(table, table.company.people.admin);
    });
    afterAll(async () => {
      await rows.close();
      await table.company.close();
    });

    const columns = async (): Promise<DatabaseColumn[]> =>
      (
        await sql<DatabaseColumn>`
          select table_name as table, column_name as name, data_type as type from information_schema.columns
          where table_schema = 'public' order by 1, ordinal_position`.execute(table.company.db)
      ).rows;

    /** What a request that is answered as its example does to the rows. */
    async function effectOf(endpoint: Endpoint, example: Example, what: string): Promise<RowChanges> {
      const token = example.token ?? table.company.people.admin.token;
      await rows.taken();
      const answer = await table.send(endpoint, example, endpoint.access === 'public' ? null : { token });
      const told = [endpoint.path, what, codeOf(answer), answer.msg];
      expect(told).toEqual([endpoint.path, what, example.code ?? 0, answer.msg]);
      return rows.taken();
    }

    it('is taken by no call from any place of a body: every column of every table, in both spellings', async () => {
      const { db } = table.company;
      const all = await columns();
      await db
        .insertInto('app_user')
        .values({ user_id: moleId, username: moleMobile, realname: 'M', password_hash: '', dept_id: 1, status: 0 })
        .execute();
      rows = await watchRows(table.company.urls.ownerUrl);
      const extras: Record<string, unknown> = { ...wireNames };
      for (const { name, type } of all) for (const key of [name, camelCase(name)]) extras[key] = valueFor(type);
      let calls = 0;
      const writes = someOf(
        callsOf(shard, table.answering).filter(({ effect }) => effect !== 'read'),
        2,
      );
      for (const endpoint of writes) {
        // the first time may be special: a second picture replaces the first
        await effectOf(endpoint, await fresh(endpoint), 'first');
        const plain = await fresh(endpoint);
        const usual = await effectOf(endpoint, plain, 'plain');
        for (const place of objectsOf(endpoint, plain.body)) {
          const foreign = foreignTo(endpoint, place, extras);
          // a multipart request takes fifty fields
          const parts = endpoint.upload ? inTurn(inParts(foreign, 45))(3) : [foreign];
          for (const part of parts) {
            const example = await fresh(endpoint);
            let { body } = example;
            for (const [key, value] of part)
              body = withValue(body, place.path === '' ? key : `${place.path}.${key}`, value);
            const effect = await effectOf(endpoint, { ...example, body }, place.path);
            expect([endpoint.path, place.path, effect]).toEqual([endpoint.path, place.path, usual]);
            calls += 1;
          }
        }
      }
      const traces: string[] = [];
      for (const name of new Set(all.map((column) => column.table))) {
        const { rows: found } = await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(name)} as t
          where to_jsonb(t)::text ~ ${`${moleId}|${mole.text}|2001-02-03`}`.execute(db);
        traces.push(...found.map(({ row }) => `${name} ${row.slice(0, 200)}`));
      }
      expect(traces.filter((trace) => !trace.includes(moleMobile))).toEqual([]);
      report(`A16: ${Object.keys(extras).length} names in ${calls} calls`);
      expect(calls).toBeGreaterThan(writes.length / 2);
    }, 180_000);
  });
}
