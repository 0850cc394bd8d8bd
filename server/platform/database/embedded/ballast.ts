import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDiskSpace } from './disk-space.ts';

const megabyte = 1024 * 1024;
export const ballastSize = 128 * megabyte;
const needsSpace = 64 * megabyte;

/**
 * A file next to the cluster that exists only to be deleted: a server whose disk is full cannot even recover, because
 * recovery writes as well (security D9).
 */
export function ballastFile(cluster: string): string {
  return join(dirname(cluster), 'ballast');
}

/** Creates the file unless it exists or the disk is low. Rejects when it cannot be written; then none is left. */
export async function keepBallast(cluster: string, size = ballastSize): Promise<void> {
  const file = ballastFile(cluster);
  if (size === 0 || existsSync(file)) return;
  const space = await readDiskSpace(dirname(file));
  if (space.isLow || space.free < 16 * size) return;
  const part = `${file}.part`;
  try {
    await fill(part, size);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Releases the space when the disk is full. Returns the number of bytes released. */
export async function releaseBallastIfFull(cluster: string): Promise<number> {
  const file = ballastFile(cluster);
  if (!existsSync(file)) return 0;
  if ((await readDiskSpace(dirname(file))).free >= needsSpace) return 0;
  const { size } = await stat(file);
  await rm(file, { force: true });
  return size;
}

async function fill(file: string, size: number): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    // Random, so that a compressing file system really reserves the space.
    const block = randomBytes(megabyte);
    for (let written = 0; written < size; written += block.length)
      await handle.write(block, 0, Math.min(block.length, size - written));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
