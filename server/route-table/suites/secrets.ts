import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openTable, report } from '#server/route-table/cases.ts';
import { inputShape, places, withValue } from '#server/route-table/schema.ts';
import { callsOf, shareOf, type Shard } from '#server/route-table/shard.ts';
import { fill, idAmong } from '#server/testing/new-entity.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import type { Table, Example } from '#server/route-table/table.ts';

const canary = 'Kanarienvogel-7391-geheim';
const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Every call of a shard, with secrets in all that it sends, and with a database that breaks. */
export function keepsSecrets(shard: Shard): void {
  describe('a secret', () => {
    let table: Table;
    const log: string[] = [];
    /** Every reply that a call of this suite got, as text, with the call's path. */
    const replies: { path: string; text: string }[] = [];
    beforeAll(async () => {
      table = await openTable({ ...shard, log: openLog('trace', { write: (line) => void log.push(line) }) });
    });
    afterAll(() => table.company.close());

    async function send(endpoint: Endpoint, example: Example, token: string): Promise<void> {
      const sent = await table.send(endpoint, example, endpoint.access === 'public' ? null : { token });
      replies.push({ path: endpoint.path, text: `${JSON.stringify(sent.headers)}\n${sent.raw.toString('latin1')}` });
    }

    it('no secret is in any reply, log line or audit row, whatever is sent and whatever breaks (security A9, O6)', async () => {
      const { company, type } = table;
      const { admin } = company.people;
      const things = await table.things(admin);
      const calls = callsOf(shard, table.answering);
      const secretKeys = /pass|pwd|token|signature/i;
      for (const endpoint of calls) {
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
        for (const name of [type.table, 'app_user', 'follow_up', 'stored_file', 'role', 'department'])
          await client.query(
            `create trigger spoil before insert or update on ${name} for each row execute function spoil()`,
          );
      });
      const mobile = '13712345678';
      const entity = { ...fill(type, `坏掉的公司 ${mobile}`, idAmong(things.records)), mobile };
      const broken = await table.company.call(`${type.family}/addOrUpdate`, { entity, field: [] }, { as: admin });
      expect([broken.code, broken.msg]).toEqual([500, expect.stringMatching(/[0-9a-f-]{36}/)]);
      for (const endpoint of calls.filter(({ effect }) => effect !== 'read')) {
        await send(endpoint, await table.example(endpoint, things).catch(() => ({ body: {} })), admin.token);
      }

      const { rows: stored } = await sql<{ storage_key: string }>`select storage_key from stored_file`.execute(
        table.company.db,
      );
      const { rows: hashes } = await sql<{ password_hash: string }>`
        select password_hash from app_user where password_hash <> ''`.execute(table.company.db);
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
      expect(stored.length).toBeGreaterThan(shareOf(shard, 5));
      const given = (
        await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from session_token`.execute(
          table.company.db,
        )
      ).rows.map((row) => row.hash);
      const tokens = [...Object.values(table.company.people).map((person) => person.token), things.token];
      for (const { path, text } of replies) {
        for (const secret of [...inReplies, ...given, ...tokens])
          expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
        expect([path, /\bat (?:[^\s"]+ )?\(?(?:file:|node:|\/)[^\s"]*:\d+:\d+/.test(text)]).toEqual([path, false]);
      }

      const audit = JSON.stringify((await sql`select * from audit`.execute(table.company.db)).rows);
      const written = [...log, audit];
      expect(log.length).toBeGreaterThan(10);
      expect(log.some((line) => line.includes('unexpected failure') && line.includes('P0001'))).toBe(true);
      const passwords = [admin.password, 'kw7 qpz 沃土 19', canary];
      for (const line of written) {
        for (const secret of [...passwords, ...tokens, things.refreshToken, ...inReplies.slice(0, stored.length)])
          expect([line.slice(0, 200), line.includes(secret)]).toEqual([line.slice(0, 200), false]);
        // one id of a request in some thousand has eleven digits that look like a mobile number
        expect(line.replaceAll(anyId, 'id')).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
      }
      report(`A9, O6: ${replies.length} replies, ${log.length} log lines scanned`);
    });
  });
}
