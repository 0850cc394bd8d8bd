import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/platform/config.ts';

export const backupFormat = 1;
export const manifestName = 'manifest.json';
export const fileListName = 'files.ndjson.gz';
export const storedFiles = 'files';
export const dumpFile = 'database.dump';

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const table = { name: identifier, columns: z.array(identifier).min(1), rows: count };
const copiedTable = z.strictObject({ ...table, bytes: count, sha256 });
const dumpedTable = z.strictObject(table);
const sequence = z.strictObject({
  name: identifier,
  lastValue: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
});

const common = {
  format: z.literal(backupFormat),
  /** UTC, by the database's clock. */
  createdAt: z.iso.datetime(),
  serverVersion: z.string().max(100),
  /** The last migration that was applied. */
  schemaVersion: count,
  sequences: z.array(sequence).refine(namesDiffer),
  /** Names only: missing indexes can be reported after a restore, but not what they index. */
  indexes: z.array(z.string().max(63)),
  files: z.strictObject({ count, bytes: count, sha256 }),
};
/**
 * One file per table, written by the application itself. Backups that do not state how they were made are of this kind.
 */
const copied = z.strictObject({
  ...common,
  madeBy: z.literal('copy'),
  tables: z.array(copiedTable).refine(namesDiffer),
});
/** One archive, written by `pg_dump`. */
const dumped = z.strictObject({
  ...common,
  madeBy: z.literal('pg_dump'),
  tables: z.array(dumpedTable).refine(namesDiffer),
  /** `major` is the version of the program: an older one may be unable to read the archive. */
  dump: z.strictObject({ major: count, bytes: count, sha256 }),
});
const manifest = z.discriminatedUnion('madeBy', [copied, dumped]);

/** What a backup holds. Paths are never taken from it, but built from checked names (security O8). */
export type Manifest = z.infer<typeof manifest>;
export type CopiedManifest = z.infer<typeof copied>;
export type DumpedManifest = z.infer<typeof dumped>;
export type TableEntry = z.infer<typeof dumpedTable>;

const storedFile = z.strictObject({ path: z.string().max(1_000).refine(isPlainPath), bytes: count, sha256 });

/** An entry in the list of stored files; `path` is relative and uses `/`. */
export type StoredFile = z.infer<typeof storedFile>;

export function tableFile(name: string): string {
  return join('tables', `${name}.copy.gz`);
}

/** @throws StartError when the folder is no backup, or its manifest was made by a later version or edited by hand */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new StartError(`${folder} is not a backup: it has no ${manifestName}.`);
  });
  const content = parseJson(text);
  const parsed = manifest.safeParse(
    typeof content === 'object' && content !== null ? { madeBy: 'copy', ...content } : content,
  );
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StartError(
    `${join(folder, manifestName)} is damaged or of another version: ${issue?.path.join('.') || 'not JSON'}.`,
  );
}

/** @throws StartError */
export function parseStoredFile(line: string): StoredFile {
  const parsed = storedFile.safeParse(parseJson(line));
  if (!parsed.success) throw new StartError(`${fileListName} is damaged or names a path that is not allowed.`);
  return parsed.data;
}

/** The path stays inside the folder: relative, no dots, no backslashes, no control characters. */
export function isPlainPath(path: string): boolean {
  return !unplain.test(path) && path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

// oxlint-disable-next-line no-control-regex -- they are what is refused
const unplain = /[\u0000-\u001f\u007f\\:]/;

function namesDiffer(entries: { name: string }[]): boolean {
  return new Set(entries.map(({ name }) => name)).size === entries.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
