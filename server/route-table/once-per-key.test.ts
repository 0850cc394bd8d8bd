import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { watchRows, type ChangedRows } from '#server/route-table/changed-rows.ts';
import type { Answer } from '#server/testing/company.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { inTurn } from '#server/testing/repetitions.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { openTable } from './cases.ts';
import { freshExamples } from './fresh-things.ts';
import type { Table, Example } from './table.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
let fresh: Awaited<ReturnType<typeof freshExamples>>;
let rows: ChangedRows;
beforeAll(async () => {
  table = await openTable();
  fresh = await freshExamples(table, table.company.people.admin);
  rows = await watchRows(table.company.urls.ownerUrl);
});
afterAll(async () => {
  await rows.close();
  await table.company.close();
});

const sendAs = (endpoint: Endpoint, example: Example, token = table.company.people.admin.token): Promise<Answer> =>
  table.send(endpoint, example, endpoint.access === 'public' ? null : { token: example.token ?? token });

describe('calls that happen once for one key (security C1)', () => {
  const creating = () => table.endpoints.filter((endpoint) => endpoint.idempotent !== null);
  /** Sheets take a second each, and share their ways in: two of them a day. */
  const tried = () => {
    const [uploads, others] = [creating().filter(({ upload }) => upload), creating().filter(({ upload }) => !upload)];
    return [...others, ...inTurn(uploads)(2)];
  };
  async function bodyOf(endpoint: Endpoint): Promise<Example> {
    const example = await fresh(endpoint);
    return { ...example, body: example.creating ?? example.body };
  }
  const withKey = (example: Example, key: string): Example => ({ ...example, headers: { 'idempotency-key': key } });

  it('are all that say so, and each says what makes it an update', () => {
    expect(creating().length).toBeGreaterThan(5);
    for (const { path, effect, idempotent, input, upload } of creating()) {
      expect([path, effect]).toEqual([path, upload ? 'manual' : 'write']);
      expect(input).toBeDefined();
      if (idempotent?.unless) expect(idempotent.unless).toMatch(/(?:^id|Id)$/);
    }
  });

  /** A counter has its row from the first record that it counts, so that only one of two calls makes it. */
  async function changes(): Promise<Record<string, number>> {
    const { 'record_count.rows': _first, ...others } = await rows.taken();
    return others;
  }

  it('answer 20 at once and 3 later with one result, and another body with 422', async () => {
    for (const endpoint of tried()) {
      const single = withKey(await bodyOf(endpoint), randomUUID());
      await rows.taken();
      expect([endpoint.path, (await sendAs(endpoint, single)).code]).toEqual([endpoint.path, 0]);
      const usual = await changes();

      const example = withKey(await bodyOf(endpoint), randomUUID());
      await rows.taken();
      // each reads its sheet before it can wait for the first
      const atOnce = endpoint.upload ? 5 : 20;
      const answers = await Promise.all(Array.from({ length: atOnce }, () => sendAs(endpoint, example)));
      for (let late = 0; late < 3; late += 1) answers.push(await sendAs(endpoint, example));
      for (const answer of answers) expect([endpoint.path, answer.body]).toEqual([endpoint.path, answers[0]?.body]);
      expect([endpoint.path, answers[0]?.code]).toEqual([endpoint.path, 0]);
      const replayed = answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true');
      expect([endpoint.path, replayed.length]).toEqual([endpoint.path, atOnce + 2]);
      expect([endpoint.path, await changes()]).toEqual([endpoint.path, usual]);

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
    const asOwner = (text: string) => withClient(table.company.urls.ownerUrl, (client) => client.query(text));
    // every table that work is written to refuses rows while there is one here
    await asOwner(`
      create schema spoilt;
      create table spoilt.now (reason text);
      create function spoilt.refuse() returns trigger language plpgsql security definer as $$
      begin
        if exists (select from spoilt.now) then raise exception 'spoilt'; end if;
        return new;
      end $$;
      do $$
      declare
        -- keys themselves, logs and first uses
        unspoilt constant text[] := '{idempotency,audit,session_login,session_token,login_failure,app_secret,known_address}';
        name text;
      begin
        for name in select tablename from pg_tables where schemaname = 'public' and tablename <> all(unspoilt) loop
          execute format('create trigger spoilt before insert on %I for each row execute function spoilt.refuse()', name);
        end loop;
      end $$`);
    const spoil = (on: boolean) => asOwner(on ? `insert into spoilt.now values ('')` : 'delete from spoilt.now');
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
    const { company, type } = table;
    const { seller } = company.people;
    const entity = { ...(await newEntity(company, type, '批次为键', 'seller')), batchId: randomUUID() };
    const save = (more: object = {}) =>
      company.call(`${type.family}/addOrUpdate`, { entity: { ...entity, ...more }, field: [] }, { as: seller });
    const [first, ...others] = await Promise.all([save(), save(), save()]);
    expect(first?.code).toBe(0);
    for (const answer of others) expect(answer.data).toEqual(first?.data);
    expect((await save({ remark: '另一份' })).code).toBe(422);
  });
});
