import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where file contents lie; rows in the database name them by key. */
export interface FileStore {
  /** Takes over a temporary file; durable when it returns, so that a row may name it (security D7). */
  readonly put: (path: string) => Promise<string>;
  readonly open: (key: string) => Promise<{ stream: Readable; size: number }>;
  /** Path of an object on this machine, for readers that need a file. */
  readonly pathOf: (key: string) => string;
  readonly remove: (key: string) => Promise<void>;
  readonly list: () => AsyncIterable<{ key: string; modifiedAt: Date }>;
}

const keyPattern = /^[0-9a-f]{48}$/;

/** Objects below one folder, two levels deep, under random names (security U2). */
export function openLocalStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('not a storage key');
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    pathOf,
    async put(path) {
      const key = randomBytes(24).toString('hex');
      const target = pathOf(key);
      const parent = join(target, '..');
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const arriving = `${target}.part`;
      try {
        await rename(path, arriving).catch(async () => copyFile(path, arriving));
        await flush(arriving);
        await rename(arriving, target);
        await flush(parent);
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
      return key;
    },
    async open(key) {
      const path = pathOf(key);
      const { size } = await stat(path);
      return { stream: createReadStream(path), size };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (!entry.isFile()) continue;
        const { mtime } = await stat(join(entry.parentPath, entry.name));
        yield { key: entry.name, modifiedAt: mtime };
      }
    },
  };
}

/** Makes a file, or the entries of a folder, survive a power failure. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
