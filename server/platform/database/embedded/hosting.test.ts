import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded } from './embedded-database.ts';
import { readPostmaster } from './postmaster.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
const hasPostgresUser = /^postgres:/m.test(accounts);

let root: string;
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-hosting-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function runsAs(dataDir: string, hosting?: 'user'): Promise<number> {
  const database = await startEmbedded({
    dataDir,
    log,
    ballastBytes: 0,
    testing: { hosting, settings: { shared_buffers: '16MB' } },
  });
  try {
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    await client.query('select 1');
    await client.end();
    const pid = readPostmaster(join(dataDir, 'database', 'cluster'))?.pid;
    return statSync(`/proc/${pid}`).uid;
  } finally {
    await database.stop('fast');
  }
}

// Each way of running the server as root, where this machine allows it (R2.5).
describe('hosting as root', () => {
  it.runIf(isRoot)('runs in a folder that no other user may enter', async () => {
    const dataDir = join(root, 'closed', 'data');
    mkdirSync(join(root, 'closed'), { mode: 0o700 });
    await runsAs(dataDir);
    expect(statSync(join(dataDir, 'database', 'secrets.json'))).toMatchObject({ uid: 0 });
  });

  it.runIf(isRoot && hasPostgresUser)('runs as the user postgres, and later starts keep doing so', async () => {
    const dataDir = join(root, 'data');
    // Temporary folders are closed to others; the owner of this one lets others pass.
    rmSync(root, { recursive: true });
    mkdirSync(root, { mode: 0o755 });
    const uid = Number(/^postgres:[^:]*:(\d+):/m.exec(accounts)?.[1]);
    expect(await runsAs(dataDir, 'user')).toBe(uid);
    expect(await runsAs(dataDir)).toBe(uid);
    expect(statSync(join(dataDir, 'database', 'secrets.json'))).toMatchObject({ uid: 0 });
    expect(statSync(join(dataDir, 'database', 'cluster')).uid).toBe(uid);
  });
});
