import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup, type BackupOptions } from './create-backup.ts';
import { manifestName, type Manifest } from './manifest.ts';

const daily = 7;
const weekly = 4;
const dayLength = 24 * 60 * 60 * 1000;
const named = /^jianye-(\d{4}-\d{2}-\d{2})T\d{6}Z$/;

interface NightlyOptions extends Omit<BackupOptions, 'target'> {
  /** Holds the backups, one folder each, named by UTC time. */
  backups: string;
  now?: Date;
}

/** Makes a backup below the others. */
export async function nightlyBackup({
  backups,
  now = new Date(),
  ...options
}: NightlyOptions): Promise<{ folder: string; manifest: Manifest }> {
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  const folder = join(backups, `jianye-${time}`);
  return { folder, manifest: await createBackup({ ...options, target: folder }) };
}

/** After a backup, never after one that failed: deletes those beyond 7 days and 4 weeks (security O7), but for one that is being read, which goes the next time. */
export async function dropOldBackups(backups: string, inUse: string | null, now = new Date()): Promise<void> {
  const names = await readdir(backups);
  const complete = names.filter((name) => named.test(name) && existsSync(join(backups, name, manifestName)));
  for (const name of backupsToDrop(complete))
    if (name !== inUse) await rm(join(backups, name), { recursive: true, force: true });
  await dropInterrupted(backups, names, now);
}

/**
 * Keeps the latest of each of the last 7 days that have one, and of each of the last 4 weeks (from Monday) that have
 * one.
 */
export function backupsToDrop(names: readonly string[]): string[] {
  const latestFirst = names
    .filter((name) => named.test(name))
    .toSorted()
    .toReversed();
  const keep = new Set([...firstOfEach(latestFirst, dayOf, daily), ...firstOfEach(latestFirst, weekOf, weekly)]);
  return latestFirst.filter((name) => !keep.has(name));
}

function firstOfEach(names: string[], keyOf: (name: string) => string | number, most: number): string[] {
  const firsts = new Map<string | number, string>();
  for (const name of names) if (!firsts.has(keyOf(name))) firsts.set(keyOf(name), name);
  return [...firsts.values()].slice(0, most);
}

function dayOf(name: string): string {
  return named.exec(name)?.[1] ?? '';
}

function weekOf(name: string): number {
  // 1 January 1970 was a Thursday.
  return Math.floor((Date.parse(dayOf(name)) / dayLength + 3) / 7);
}

/** Left over from a killed process; no backup runs for a whole day. */
async function dropInterrupted(backups: string, names: string[], now: Date): Promise<void> {
  for (const name of names.filter((one) => /^jianye-.*\.unfinished-\d+$/.test(one))) {
    const folder = join(backups, name);
    if (now.getTime() - (await stat(folder)).mtimeMs > dayLength) await rm(folder, { recursive: true, force: true });
  }
}
