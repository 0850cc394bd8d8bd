import { randomBytes } from 'node:crypto';
import type { Dir } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Storage of file contents; rows in the database refer to them by key. */
export interface FileStore {
  /** Takes over a temporary file. It is durable when this returns, so that a row may refer to it (security D7). */
  readonly put: (path: string) => Promise<string>;
  readonly open: (key: string) => Promise<{ stream: Readable; size: number }>;
  /** Path of an object on this machine, for readers that need a file. */
  readonly pathOf: (key: string) => string;
  readonly remove: (key: string) => Promise<void>;
  /** Finished objects only. */
  readonly list: () => AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Removes what interrupted `put`s left behind before `limit`; returns how many (security D10). */
  readonly removeUnfinished: (limit: Date) => Promise<number>;
}

/** Points of `put` at which a process may die; tests stop there (security D7). */
export type PutStep = 'placed' | 'flushed' | 'renamed' | 'settled';

const keyPattern = /^[0-9a-f]{48}$/;
const unfinished = '.part';

/** Objects below one folder, two levels deep, under random names (security U2). */
export function openLocalStore(folder: string, failpoint?: (step: PutStep) => Promise<void>): FileStore {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('not a storage key');
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    pathOf,
    async put(path) {
      const key = randomBytes(24).toString('hex');
      const target = pathOf(key);
      const parent = dirname(target);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const arriving = target + unfinished;
      try {
        await takeOver(path, arriving);
        await failpoint?.('placed');
        await flushFile(arriving);
        await failpoint?.('flushed');
        await rename(arriving, target);
        await failpoint?.('renamed');
        // the parent folders may be as new as the object, created by this call or a concurrent one
        for (const place of [parent, dirname(parent), folder]) await flushFolder(place);
        await failpoint?.('settled');
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
      return key;
    },
    async open(key) {
      const handle = await open(pathOf(key), 'r');
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      for await (const { name, path } of filesBelow(folder)) {
        if (!keyPattern.test(name)) continue;
        const modifiedAt = await modified(path);
        if (modifiedAt) yield { key: name, modifiedAt };
      }
    },
    async removeUnfinished(limit) {
      let removed = 0;
      for await (const { name, path } of filesBelow(folder)) {
        if (name.endsWith(unfinished) && (await removeOlder(path, limit))) removed += 1;
      }
      return removed;
    },
  };
}

/** Removes files of a folder last written before `limit`; returns how many. */
export async function removeOldFiles(folder: string, limit: Date): Promise<number> {
  let removed = 0;
  for await (const { path } of filesBelow(folder)) if (await removeOlder(path, limit)) removed += 1;
  return removed;
}

async function removeOlder(path: string, limit: Date): Promise<boolean> {
  const modifiedAt = await modified(path);
  if (!modifiedAt || modifiedAt >= limit) return false;
  await rm(path, { force: true });
  return true;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Null when another process was faster. */
async function modified(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** One folder at a time, so that a million objects are never in memory at once. */
async function* filesBelow(folder: string): AsyncGenerator<{ name: string; path: string }> {
  let entries: Dir;
  try {
    entries = await opendir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield { name: entry.name, path };
  }
}

/** The upload folder is usually on the same file system; otherwise the file is copied. */
async function takeOver(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(path, target);
  }
}

/** Makes a file's content survive a power failure, readable by no other user of the machine. */
async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the entries of a folder survive a power failure. */
async function flushFolder(path: string): Promise<void> {
  // Windows has no such call for folders; NTFS journals their entries
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
