import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StartError } from '#server/platform/config.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded/embedded-database.ts';
import { heldOutbox, migrate, read, readOutbox, rows, run, startWriting } from './awkward-database.ts';
import { createBackup } from './create-backup.ts';
import type { CopiedManifest, Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

vi.mock('#server/platform/database/migrate.ts', async () => {
  const { migrate, migrations } = await import('./awkward-database.ts');
  return { migrate, migrations };
});

const root = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-backup-')));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const backup = join(root, 'backup');
const sourceFiles = join(root, 'source', 'files');
let source: EmbeddedDatabase;
let manifest: CopiedManifest;
let before: Awaited<ReturnType<typeof read>>;

function start(name: string): Promise<EmbeddedDatabase> {
  return startEmbedded({
    dataDir: join(root, name),
    log,
    ballastBytes: 0,
    testing: { settings: { shared_buffers: '16MB' } },
  });
}

const fileContents = new Map([
  ['ab/cdef0123', Buffer.from('内容')],
  ['ab/empty', Buffer.alloc(0)],
  ['plain', Buffer.alloc(300_000, 'x')],
]);

beforeAll(async () => {
  source = await start('source');
  await migrate(source.ownerUrl);
  await run(source.ownerUrl, rows);
  mkdirSync(join(sourceFiles, 'ab'), { recursive: true });
  for (const [path, content] of fileContents) writeFileSync(join(sourceFiles, path), content);
  writeFileSync(join(sourceFiles, '.hidden'), 'x');
  writeFileSync(join(sourceFiles, 'upload.tmp'), 'x');
  symlinkSync('/etc/passwd', join(sourceFiles, 'link'));
  const made = await createBackup({ ownerUrl: source.ownerUrl, filesFolder: sourceFiles, target: backup });
  if (made.madeBy !== 'copy') throw new Error('pg_dump has read the embedded database');
  manifest = made;
  before = await read(source.ownerUrl);
}, 60_000);

afterAll(async () => {
  await source.stop('fast');
  rmSync(root, { recursive: true, force: true });
});

describe('a backup', () => {
  it('holds the own data of every table, and no derived data', () => {
    const names = [
      'app_secret',
      'counter',
      'line',
      'odd',
      'order',
      'outbox',
      'reading',
      'session_login',
      'session_token',
      'setting',
    ];
    expect(manifest.tables.map(({ name }) => name)).toEqual(names);
    expect(manifest.tables.find(({ name }) => name === 'order')?.columns).toEqual([
      'id',
      'name',
      'parent_id',
      'main_line_id',
    ]);
    expect(manifest.tables.find(({ name }) => name === 'line')?.rows).toBe(15_000);
    expect(manifest).toMatchObject({ format: 1, schemaVersion: 1, files: { count: 3, bytes: 300_006 } });
    expect(readdirSync(join(backup, 'files'), { recursive: true }).toSorted()).toEqual([
      'ab',
      'ab/cdef0123',
      'ab/empty',
      'plain',
    ]);
  });

  it('contains the sha256 of everything and is closed to other users (O7, O1)', () => {
    for (const { name, sha256 } of manifest.tables) {
      const file = join(backup, 'tables', `${name}.copy.gz`);
      expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    const lines = gunzipSync(readFileSync(join(backup, 'files.ndjson.gz')))
      .toString()
      .trim()
      .split('\n');
    const listed = lines.map((line) => JSON.parse(line) as { path: string; sha256: string });
    const expected = [...fileContents].map(([path, content]) => ({
      path,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
    expect(listed).toEqual(expected);
  });

  it('is refused where something already exists, and leaves nothing behind when it fails', async () => {
    await expect(createBackup({ ownerUrl: source.ownerUrl, filesFolder: sourceFiles, target: backup })).rejects.toThrow(
      /is not empty/,
    );
    await expect(
      createBackup({
        ownerUrl: source.ownerUrl.replace('/jianye?', '/nothing?'),
        filesFolder: sourceFiles,
        target: join(root, 'failed'),
      }),
    ).rejects.toThrow();
    await expect(
      createBackup({ ownerUrl: source.appUrl, filesFolder: '/proc/self/mem', target: join(root, 'failed') }),
    ).rejects.toThrow();
    expect(readdirSync(root).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  it('shows one moment, whatever is written while it runs', async () => {
    const writing = await startWriting(source.ownerUrl);
    const target = join(root, 'moving');
    const taken = await createBackup({ ownerUrl: source.ownerUrl, filesFolder: sourceFiles, target }).finally(
      writing.stop,
    );
    const rowsOf = (name: string) => taken.tables.find((table) => table.name === name)?.rows ?? NaN;
    expect(rowsOf('line') - 15_000).toBe(rowsOf('order') - 3);
  });
});

describe('a restore', () => {
  it('restores the same database and files, with every login ended, and nothing waiting to leave (O8)', async () => {
    const dataDir = join(root, 'restored');
    mkdirSync(dataDir);
    const { missingIndexes } = await restoreBackup({ folder: backup, dataDir, log });
    expect(missingIndexes).toEqual(['order_custom']);
    expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'files']);
    for (const [path, content] of fileContents)
      expect(readFileSync(join(dataDir, 'files', path)).equals(content)).toBe(true);
    const database = await start('restored');
    onTestFinished(() => database.stop('fast'));
    expect(await read(database.ownerUrl)).toEqual(before);
    expect(await readOutbox(database.ownerUrl)).toEqual(heldOutbox);
    for (const table of ['session_login', 'session_token', 'app_secret', 'scratch']) {
      expect((await run(database.ownerUrl, `select * from ${table}`)).rows).toEqual([]);
    }
    // The application may use it, and triggers are enabled again.
    await run(database.appUrl, `insert into "order" (name) values ('new')`);
    expect((await run(database.appUrl, 'select total from counter')).rows).not.toEqual(before['counters']);
  }, 30_000);

  it('accepts an empty foreign database too, but no other', async () => {
    const { ownerUrl } = await source.createDatabase('foreign');
    const dataDir = join(root, 'foreign');
    await restoreBackup({ folder: backup, dataDir, ownerUrl, log });
    expect(await read(ownerUrl)).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(['files']);
    await expect(restoreBackup({ folder: backup, dataDir: join(root, 'foreign2'), ownerUrl, log })).rejects.toThrow(
      'The database is not empty',
    );
    await expect(restoreBackup({ folder: backup, dataDir, ownerUrl, log })).rejects.toThrow(/files is not empty/);
  }, 30_000);

  it('refuses a DATA_DIR that holds anything', async () => {
    const dataDir = join(root, 'used');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'precious'), 'x');
    await expect(restoreBackup({ folder: backup, dataDir, log })).rejects.toThrow(/is not empty/);
    expect(readdirSync(dataDir)).toEqual(['precious']);
  });

  /** Changes a copy of the backup, which must then be refused without any effect. */
  async function refusal(change: (folder: string) => void, ownerUrl?: string): Promise<string> {
    const folder = mkdtempSync(join(root, 'changed-'));
    cpSync(backup, folder, { recursive: true });
    change(folder);
    const dataDir = join(folder, 'target');
    const refused = await restoreBackup({ folder, dataDir, ownerUrl, log }).then(
      () => new Error('restored'),
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StartError);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
    return (refused as StartError).message;
  }

  function rewrite(folder: string, change: (manifest: Manifest) => void): void {
    const file = join(folder, 'manifest.json');
    const content = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    change(content);
    writeFileSync(file, JSON.stringify(content));
  }

  /** A list of files that pretends to be the right one. */
  function relist(folder: string, lines: unknown[]): void {
    const list = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(join(folder, 'files.ndjson.gz'), list);
    const bytes = (lines as { bytes: number }[]).reduce((sum, line) => sum + line.bytes, 0);
    rewrite(
      folder,
      (content) =>
        (content.files = { count: lines.length, bytes, sha256: createHash('sha256').update(list).digest('hex') }),
    );
  }

  const damage: [string, (folder: string) => void, RegExp][] = [
    [
      'a flipped byte in a table',
      (folder) => flip(join(folder, 'tables', 'odd.copy.gz')),
      /odd\.copy\.gz is missing or not what it was/,
    ],
    ['a missing table', (folder) => rmSync(join(folder, 'tables', 'odd.copy.gz')), /odd\.copy\.gz is missing/],
    [
      'a flipped byte in a file',
      (folder) => flip(join(folder, 'files', 'plain')),
      /plain is missing or not what it was/,
    ],
    ['a missing file', (folder) => rmSync(join(folder, 'files', 'ab', 'empty')), /ab\/empty is missing/],
    ['a flipped byte in the list of files', (folder) => flip(join(folder, 'files.ndjson.gz')), /files\.ndjson\.gz/],
    ['no manifest', (folder) => rmSync(join(folder, 'manifest.json')), /is not a backup/],
    ['half a manifest', (folder) => writeFileSync(join(folder, 'manifest.json'), '{"format": 1,'), /damaged/],
    [
      'a newer schema',
      (folder) => rewrite(folder, (content) => (content.schemaVersion = 2)),
      /schema 2, this version of 简业 knows 1/,
    ],
    [
      'another format',
      (folder) => rewrite(folder, (content) => Object.assign(content, { format: 2 })),
      /of another version: format/,
    ],
  ];
  it.each(damage)('refuses %s before it changes anything', async (_what, change, message) => {
    expect(await refusal(change)).toMatch(message);
  });

  it.each([
    '../odd',
    '/etc/odd',
    'a/../../odd',
    'odd"; drop table setting; --',
    'Odd',
    'o\u0000dd',
    '',
    'x'.repeat(64),
  ])('refuses the table name %j (O8)', async (name) => {
    expect(
      await refusal((folder) => rewrite(folder, (content) => Object.assign(content.tables[0] ?? {}, { name }))),
    ).toMatch(/damaged or of another version: tables\.0\.name/);
  });

  it('refuses invalid column and sequence names (O8)', async () => {
    expect(
      await refusal((folder) => rewrite(folder, (content) => content.tables[0]?.columns.push('a) from stdin; --'))),
    ).toMatch(/columns/);
    expect(
      await refusal((folder) =>
        rewrite(folder, (content) => content.sequences.push({ name: "x'); --", lastValue: '1', isCalled: true })),
      ),
    ).toMatch(/sequences/);
    expect(
      await refusal((folder) =>
        rewrite(folder, (content) => content.sequences.push({ name: 'x', lastValue: '1); --', isCalled: true })),
      ),
    ).toMatch(/sequences/);
  });

  it('refuses a table, a sequence or a row that its schema does not have', async () => {
    const unknown = (folder: string) => {
      renameSync(join(folder, 'tables', 'odd.copy.gz'), join(folder, 'tables', 'pg_authid.copy.gz'));
      rewrite(folder, (content) =>
        content.tables.forEach((table) => (table.name = table.name === 'odd' ? 'pg_authid' : table.name)),
      );
    };
    const fewer = (folder: string) => rewrite(folder, (content) => content.tables.pop());
    const sequence = (folder: string) =>
      rewrite(folder, (content) => content.sequences.push({ name: 'unknown', lastValue: '1', isCalled: true }));
    const otherCount = (folder: string) =>
      rewrite(folder, (content) => Object.assign(content.tables[1] ?? {}, { rows: 9 }));
    const foreign = async (name: string) => (await source.createDatabase(name)).ownerUrl;
    expect(await refusal(unknown, await foreign('one'))).toMatch(
      /a table that its schema version does not have: pg_authid/,
    );
    expect(await refusal(fewer, await foreign('two'))).toMatch(/lacks tables/);
    expect(await refusal(sequence, await foreign('three'))).toMatch(/a sequence that/);
    const four = await foreign('four');
    expect(await refusal(otherCount, four)).toMatch(/rows instead of 9/);
    expect((await run(four, 'select * from line')).rows).toEqual([]);
    expect(await refusal(otherCount)).toMatch(/rows instead of 9/);
  }, 40_000);

  it.each([
    '../outside',
    '/etc/passwd',
    'ab/../../outside',
    'ab\\..\\outside',
    'C:outside',
    '.hidden',
    'ab//empty',
    'a\nb',
    '',
  ])('refuses the file path %j (O8, U2)', async (path) => {
    expect(await refusal((folder) => relist(folder, [{ path, bytes: 1, sha256: 'a'.repeat(64) }]))).toMatch(
      /not allowed/,
    );
  });

  it('does not follow a link out of the backup', async () => {
    const content = Buffer.from('outside');
    const sha256 = createHash('sha256').update(content).digest('hex');
    writeFileSync(join(root, 'outside'), content);
    const linked = (make: (folder: string) => void, path: string) => (folder: string) => {
      make(folder);
      relist(folder, [{ path, bytes: content.length, sha256 }]);
    };
    expect(
      await refusal(linked((folder) => symlinkSync(join(root, 'outside'), join(folder, 'files', 'link')), 'link')),
    ).toMatch(/link is missing/);
    expect(await refusal(linked((folder) => symlinkSync(root, join(folder, 'files', 'way')), 'way/outside'))).toMatch(
      /way\/outside is missing/,
    );
  });
});

function flip(file: string): void {
  const content = readFileSync(file);
  const middle = content.length >> 1;
  content[middle] = (content[middle] ?? 0) ^ 1;
  writeFileSync(file, content);
}
