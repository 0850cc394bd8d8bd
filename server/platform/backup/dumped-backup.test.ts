import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/config.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { fakeProgram, heldOutbox, migrate, read, readOutbox, rows, run } from './awkward-database.ts';
import { createBackup } from './create-backup.ts';
import { readManifest, type CopiedManifest, type DumpedManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

// Backups by `pg_dump` without `pg_dump` or `pg_restore` installed: scripts stand in for them, and an archive is the
// text that it would be converted to.

vi.mock('#server/platform/database/migrate.ts', async () => {
  const own = await import('./awkward-database.ts');
  return { migrate: own.migrate, migrations: own.migrations };
});

const root = mkdtempSync(join(tmpdir(), 'jianye-dumped-'));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const searchPath = process.env.PATH;
const copiedFolder = join(root, 'copied');
const dumpedFolder = join(root, 'dumped');
const filesFolder = join(root, 'files');
let ownerUrl: string;
let before: Awaited<ReturnType<typeof read>>;

const version = (name: string, major: number) =>
  `if [ "$1" = --version ]; then echo '${name} (PostgreSQL) ${major}.1'; exit; fi`;
/** Stand-in programs whose archives are plain text. */
const reader = (major: number) => `${version('pg_restore', major)}\nfor last; do :; done\nexec cat "$last"`;

/** Comes before whatever the machine has installed. */
function usePrograms(programs: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(root, 'bin-'));
  for (const [name, script] of Object.entries(programs)) fakeProgram(folder, name, script);
  vi.stubEnv('PATH', `${folder}:${searchPath}`);
}

/** The text that `pg_restore` would produce from a dump of the data in a copied backup. */
function asText({ tables }: CopiedManifest): string {
  const parts = tables.map(({ name, columns }) => {
    const content = gunzipSync(readFileSync(join(copiedFolder, 'tables', `${name}.copy.gz`))).toString();
    return `--\n-- Name: ${name}; Type: TABLE DATA\n--\n\nCOPY public."${name}" (${columns.join(', ')}) FROM stdin;\n${content}\\.\n\n`;
  });
  return `SET client_encoding = 'UTF8';\ndrop table setting cascade;\n${parts.join('')}drop table setting cascade;\n`;
}

beforeAll(async () => {
  ownerUrl = (await emptyDatabase()).ownerUrl;
  await migrate(ownerUrl);
  await run(ownerUrl, rows);
  mkdirSync(filesFolder);
  writeFileSync(join(filesFolder, 'paper'), '内容');
  const copied = await createBackup({ ownerUrl, filesFolder, target: copiedFolder });
  before = await read(ownerUrl);
  if (copied.madeBy !== 'copy') throw new Error('made by pg_dump without being asked');
  cpSync(copiedFolder, dumpedFolder, { recursive: true });
  rmSync(join(dumpedFolder, 'tables'), { recursive: true });
  const tables = copied.tables.map(({ name, columns, rows: count }) => ({ name, columns, rows: count }));
  const manifest: DumpedManifest = { ...copied, madeBy: 'pg_dump', tables, dump: { major: 17, bytes: 0, sha256: '' } };
  writeFileSync(join(dumpedFolder, 'manifest.json'), JSON.stringify(manifest));
  rewrite(dumpedFolder, asText(copied));
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** An archive that pretends to be the right one. */
function rewrite(folder: string, text: string, change: (manifest: DumpedManifest) => void = () => undefined): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as DumpedManifest;
  writeFileSync(join(folder, 'database.dump'), text);
  manifest.dump.sha256 = createHash('sha256').update(text).digest('hex');
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

describe('a backup by pg_dump', () => {
  const target = join(root, 'made');

  it('shows one moment, and keeps the password out of the arguments', async () => {
    const words = join(root, 'words');
    usePrograms({
      pg_dump: `${version('pg_dump', 99)}\necho "$@" > '${words}'; echo "$PGPASSWORD" >> '${words}'\nfor last; do :; done\necho text > "\${last#--file=}"`,
    });
    const reasons: string[] = [];
    const made = await createBackup({ ownerUrl, filesFolder, target, withoutDump: (reason) => reasons.push(reason) });
    expect(reasons).toEqual([]);
    const { password } = new URL(ownerUrl);
    const [args = '', passed] = readFileSync(words, 'utf8').split('\n');
    expect(args).toMatch(/--snapshot=[\dA-F-]+ /);
    expect(args).not.toContain(password);
    expect(passed).toBe(decodeURIComponent(password));
    expect(made).toMatchObject({ madeBy: 'pg_dump', dump: { major: 99, bytes: 5 }, files: { count: 1 } });
    expect(made.tables.find(({ name }) => name === 'line')).toEqual({
      name: 'line',
      columns: ['id', 'order_id', 'amount'],
      rows: 15_000,
    });
    expect(await readManifest(target)).toEqual(made);
    expect(readdirSync(target).toSorted()).toEqual(['database.dump', 'files', 'files.ndjson.gz', 'manifest.json']);
  });

  it('reports the error of the program, and leaves nothing behind', async () => {
    usePrograms({ pg_dump: `${version('pg_dump', 99)}\necho 'pg_dump: error: permission denied' >&2; exit 1` });
    const failed = join(root, 'failed');
    const made = createBackup({ ownerUrl, filesFolder, target: failed, withoutDump: () => undefined });
    await expect(made).rejects.toThrow(new StartError('pg_dump failed: pg_dump: error: permission denied'));
    expect(readdirSync(root).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  it('is copied where the program is older than the server, which is reported', async () => {
    usePrograms({ pg_dump: version('pg_dump', 12) });
    const reasons: string[] = [];
    const withoutDump = (reason: string) => reasons.push(reason);
    const made = await createBackup({ ownerUrl, filesFolder, target: join(root, 'older'), withoutDump });
    expect(made.madeBy).toBe('copy');
    expect(reasons).toEqual([expect.stringMatching(/^pg_dump 12 is older than the server/)]);
  });
});

describe('a restore of a backup by pg_dump', () => {
  it('restores the same database and files, and executes no statement of the archive', async () => {
    usePrograms({ pg_restore: reader(17) });
    const target = (await emptyDatabase()).ownerUrl;
    const dataDir = join(root, 'restored');
    const { manifest, missingIndexes } = await restoreBackup({ folder: dumpedFolder, dataDir, ownerUrl: target, log });
    expect(manifest.madeBy).toBe('pg_dump');
    expect(missingIndexes).toEqual(['order_custom']);
    expect(await read(target)).toEqual(before);
    expect(await readOutbox(target)).toEqual(heldOutbox);
    expect(readFileSync(join(dataDir, 'files', 'paper'), 'utf8')).toBe('内容');
    for (const table of ['session_login', 'session_token', 'app_secret'])
      expect((await run(target, `select * from ${table}`)).rows).toEqual([]);
  });

  /** Restoring a changed copy must have no effect. */
  async function refusal(change: (folder: string, text: string) => void): Promise<string> {
    const folder = mkdtempSync(join(root, 'changed-'));
    cpSync(dumpedFolder, folder, { recursive: true });
    change(folder, readFileSync(join(folder, 'database.dump'), 'utf8'));
    const target = (await emptyDatabase()).ownerUrl;
    const dataDir = join(folder, 'target');
    const refused = await restoreBackup({ folder, dataDir, ownerUrl: target, log }).then(
      () => new Error('restored'),
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StartError);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
    const { rows: tables } = await run(target, `select to_regclass('line')::text as line`);
    if (tables[0].line !== null) expect((await run(target, 'select * from line limit 1')).rows).toEqual([]);
    return (refused as StartError).message;
  }

  it.each([
    ['is not there', { pg_restore: 'exit 127' }],
    ['is older than what made the archive', { pg_restore: reader(16) }],
  ])('is one clear line in both languages where pg_restore %s', async (_what, programs) => {
    usePrograms(programs);
    const message = await refusal(() => undefined);
    expect(message).toMatch(/还原需要 17 或更高版本的 pg_restore.*restoring it needs pg_restore 17 or newer/);
    expect(message).not.toContain('\n');
  });

  const damage: [string, (folder: string, text: string) => void, RegExp][] = [
    [
      'a changed archive',
      (folder, text) => writeFileSync(join(folder, 'database.dump'), `${text} `),
      /dump is missing or/,
    ],
    ['no archive', (folder) => rmSync(join(folder, 'database.dump')), /dump is missing or/],
    ['half an archive', (folder, text) => rewrite(folder, text.slice(0, text.indexOf('第一'))), /dump is missing or/],
    ['a row too few', (folder, text) => rewrite(folder, text.replace(/^20000\t.*\n/m, '')), /rows instead of/],
    [
      'a table that it does not list',
      (folder, text) => rewrite(folder, `${text}COPY public.scratch (a) FROM stdin;\n1\n\\.\n`),
      /does not list, of scratch/,
    ],
    [
      'a column that it does not list',
      (folder, text) => rewrite(folder, text.replace('(name, value)', '(name, "values")')),
      /does not list, of app_secret/,
    ],
    [
      'a table that its schema does not have',
      (folder, text) =>
        rewrite(folder, text, ({ tables }) => tables.push({ name: 'pg_authid', columns: ['a'], rows: 0 })),
      /does not have: pg_authid/,
    ],
    [
      'a hash of each table',
      (folder, text) =>
        rewrite(folder, text, ({ tables }) => Object.assign(tables[0] ?? {}, { sha256: 'a'.repeat(64) })),
      /damaged or of another version: tables\.0/,
    ],
    [
      'another way of making it',
      (folder, text) => rewrite(folder, text, (manifest) => Object.assign(manifest, { madeBy: 'tar' })),
      /damaged or of another version: madeBy/,
    ],
  ];
  it.each(damage)('refuses %s', async (_what, change, message) => {
    usePrograms({ pg_restore: reader(17) });
    expect(await refusal(change)).toMatch(message);
  });

  it('fails with the last output of a failing program', async () => {
    usePrograms({
      pg_restore: `${reader(17).replace('exec cat', 'cat')}\necho 'pg_restore: error: no room' >&2; exit 1`,
    });
    expect(await refusal(() => undefined)).toBe('pg_restore failed: pg_restore: error: no room');
  });

  it('reads backups that do not state how they were made', async () => {
    const folder = mkdtempSync(join(root, 'former-'));
    cpSync(copiedFolder, folder, { recursive: true });
    const { madeBy, ...former } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as CopiedManifest;
    expect(madeBy).toBe('copy');
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(former));
    const target = (await emptyDatabase()).ownerUrl;
    await restoreBackup({ folder, dataDir: join(root, 'former'), ownerUrl: target, log });
    expect(await read(target)).toEqual(before);
  });
});
