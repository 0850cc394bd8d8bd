import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { callProduct, freePort, spawnProduct } from '#server/testing/process.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';

it(
  'processes that start at once on an empty database found one company (security D14)',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'jianye-founding-'));
    const urls = await emptyDatabase();
    const password = 'kw7 qpz 91 mst';
    const env = { DATABASE_URL: urls.appUrl, MIGRATION_DATABASE_URL: urls.ownerUrl, ADMIN_PASSWORD: password };
    const ports = [await freePort(), await freePort()];
    const together = ports.map((port) => spawnProduct({ dataDir, port, env }));
    onTestFinished(async () => {
      await Promise.all(together.map((each) => each.end('SIGKILL')));
      rmSync(dataDir, { recursive: true, force: true });
    });
    await Promise.all(together.map((each) => each.ready()));
    for (const each of together) {
      expect((await callProduct(each.url, 'login', { username: 'admin', password }, { token: '' })).code).toBe(0);
      expect(each.troubles()).toEqual([]);
    }
    const { rows } = await withClient(urls.ownerUrl, (client) =>
      client.query(`
      select (select count(*)::int from app_user) as people, (select count(*)::int from department) as departments,
        (select count(*)::int from audit where what = 'setup') as setups,
        (select count(*) - count(distinct (type_code, field_name)) from record_field)::int as repeated`),
    );
    expect(rows).toEqual([{ people: 1, departments: 1, setups: 1, repeated: 0 }]);
  },
);
