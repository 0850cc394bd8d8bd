import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { recordModules } from '#server/record/registry.ts';
import { camelCase } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Answer } from '#server/testing/company.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, isHeld, openTable, report, type Table, type Things } from './cases.ts';
import type { Example } from './examples.ts';
import { extraKeys, inputShape, outputShape, places, withValue } from './schema.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
const log: string[] = [];
/** Every reply that a call of this suite got, as text, with the call's path. */
const replies: { path: string; text: string }[] = [];

beforeAll(async () => {
  table = await openTable({ log: openLog('trace', { write: (line) => void log.push(line) }) });
});
afterAll(() => table.company.close());

async function send(endpoint: Endpoint, example: Example, token: string): Promise<Answer> {
  const sent = await table.send(endpoint, example, endpoint.access === 'public' ? null : { token });
  replies.push({ path: endpoint.path, text: `${JSON.stringify(sent.headers)}\n${sent.raw.toString('latin1')}` });
  return sent;
}

/** Keys that rows of records have beside those of the fields that the list shows. */
const rowKeys = [
  'customerId',
  'name',
  'ownerUserId',
  'ownerUserName',
  'createUserId',
  'createUserName',
  'createTime',
  'updateTime',
  'batchId',
  'fieldBatchId',
  'version',
  'lastTime',
  'lastContent',
  'address',
  'location',
  'detailAddress',
  'lng',
  'lat',
  'isPool',
  'dataAuth',
  'mayWrite',
  'areaCode',
];

it('every call answers its example with success and with nothing beyond its contract (security A9)', async () => {
  const { admin } = table.company.people;
  const known = new Set(rowKeys);
  for (const { type } of recordModules()) {
    const heads = (await table.company.call('field/queryListHead', { label: type.code }, { as: admin })).data;
    for (const { fieldName } of heads as { fieldName: string }[]) known.add(fieldName);
    const states = stateColumns(type).map(({ column }) => column);
    for (const column of [...states, ...type.rowColumns, type.idColumn]) known.add(camelCase(column));
    for (const { fieldName, formType } of type.fields) if (isRelated(formType)) known.add(camelCase(fieldName));
  }
  let things: Things = await table.things(admin);
  let isUsedUp = false;
  // a call that this suite cannot make answer needs an example
  const unanswered: string[] = [];
  for (const endpoint of table.answering) {
    // a write may have used up what it was given
    const takesThings = endpoint.cookie || Object.values(endpoint.ids).some(isHeld);
    if (takesThings && isUsedUp) {
      things = await table.things(admin);
      isUsedUp = false;
    }
    isUsedUp ||= takesThings && endpoint.effect !== 'read';
    const example = await table.example(endpoint, things);
    const answer = await send(endpoint, example, example.token ?? admin.token);
    if (codeOf(answer) !== (example.code ?? 0)) {
      unanswered.push(`${endpoint.path} ${JSON.stringify(example.body)} ${answer.code} ${answer.msg}`);
      continue;
    }
    if (endpoint.answer === 'file' || answer.code !== 0) continue;
    const { code, ...rest } = answer.body;
    expect(code).toBe(0);
    const shape = outputShape(endpoint);
    const top = endpoint.answer === 'top' ? rest : (rest['data'] ?? null);
    if (endpoint.answer === 'data') expect([endpoint.path, Object.keys(rest)]).toEqual([endpoint.path, ['data']]);
    expect([endpoint.path, extraKeys(top, shape)]).toEqual([endpoint.path, []]);
    // rows of records are maps by field: what is in them is checked by name
    if (!/queryPageList|queryById/.test(endpoint.path) || !endpoint.path.startsWith('Crm')) continue;
    // examples may have added fields meanwhile
    const custom = await table.company.db
      .selectFrom('record_field')
      .select('field_name')
      .where('field_type', '=', 0)
      .execute();
    for (const { field_name: name } of custom) known.add(name);
    const rows = endpoint.path.endsWith('queryById') ? [top] : (top as { list: unknown[] }).list;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect([endpoint.path, Object.keys(row as object).filter((key) => !known.has(key))]).toEqual([endpoint.path, []]);
  }
  expect(unanswered).toEqual([]);
  report(`A9: ${table.answering.length} routes answered`);
});

const canary = 'Kanarienvogel-7391-geheim';

it('no secret is in any reply, log line or audit row, whatever is sent and whatever breaks (security A9, O6)', async () => {
  const { admin } = table.company.people;
  const things = await table.things(admin);
  const secretKeys = /pass|pwd|token|signature/i;
  for (const endpoint of table.answering) {
    if (['logout', 'system/user/updatePassword', 'system/user/resetPassword'].includes(endpoint.path)) continue;
    const example = await table.example(endpoint, things);
    let { body } = example;
    for (const { path } of places(inputShape(endpoint)))
      if (secretKeys.test(path)) body = withValue(body, path, canary);
    const headers = { cookie: `jianye_refresh=${canary}; other=${canary}`, 'user-agent': 'test\r\ninjected' };
    await send(
      endpoint,
      { ...example, body: { ...body, password: body['password'] ?? canary, unknownKey: canary, '13812340000': 1 } },
      admin.token,
    );
    await send(endpoint, { ...example, headers: { cookie: headers.cookie } }, canary);
  }
  // statements that fail repeat values in their messages
  await withClient(table.company.urls.ownerUrl, async (client) => {
    await client.query(`create function spoil() returns trigger language plpgsql as $$
      begin raise exception 'broken: "%"', new; end $$`);
    for (const name of ['customer', 'app_user', 'follow_up', 'stored_file', 'role', 'department'])
      await client.query(
        `create trigger spoil before insert or update on ${name} for each row execute function spoil()`,
      );
  });
  const mobile = '13712345678';
  const entity = { customer_name: '坏掉的公司', mobile };
  const broken = await table.company.call('CrmCustomer/addOrUpdate', { entity, field: [] }, { as: admin });
  expect([broken.code, broken.msg]).toEqual([500, expect.stringMatching(/[0-9a-f-]{36}/)]);
  for (const endpoint of table.answering.filter(({ effect }) => effect !== 'read')) {
    await send(endpoint, await table.example(endpoint, things).catch(() => ({ body: {} })), admin.token);
  }

  const { rows: stored } = await sql<{ storage_key: string }>`select storage_key from stored_file`.execute(
    table.company.db,
  );
  const { rows: hashes } = await sql<{ password_hash: string }>`select password_hash from app_user`.execute(
    table.company.db,
  );
  const inReplies = [
    ...stored.map((row) => row.storage_key),
    ...hashes.map((row) => row.password_hash),
    '$argon2',
    '$scrypt',
    'search_text',
    'storage_key',
    'password_hash',
    'deleted_at',
    canary,
    table.company.services.config.dataDir,
    process.cwd(),
    'node_modules',
    'node:internal',
    'select ',
    'insert into',
    'violates',
    'syntax error',
  ];
  expect(stored.length).toBeGreaterThan(5);
  const given = (
    await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from session_token`.execute(table.company.db)
  ).rows.map((row) => row.hash);
  const tokens = [...Object.values(table.company.people).map((person) => person.token), things.token];
  for (const { path, text } of replies) {
    for (const secret of [...inReplies, ...given, ...tokens])
      expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
    expect([path, /\bat .+:\d+:\d+/.test(text)]).toEqual([path, false]);
  }

  const audit = JSON.stringify((await sql`select * from audit`.execute(table.company.db)).rows);
  const written = [...log, audit];
  expect(log.length).toBeGreaterThan(10);
  expect(log.some((line) => line.includes('unexpected failure') && line.includes('P0001'))).toBe(true);
  const passwords = [admin.password, 'kw7 qpz 沃土 19', canary];
  for (const line of written) {
    for (const secret of [...passwords, ...tokens, things.refreshToken, ...inReplies.slice(0, stored.length)])
      expect([line.slice(0, 200), line.includes(secret)]).toEqual([line.slice(0, 200), false]);
    expect(line).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
  }
  report(`A9, O6: ${replies.length} replies, ${log.length} log lines scanned`);
});
