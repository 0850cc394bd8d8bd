import { statfs } from 'node:fs/promises';

const megabyte = 1024 * 1024;

/** Bytes of a file system of `total` bytes to keep free for recovery, sessions and clean-up (security D8). */
export type Reserve = (total: number) => number;

export const usualReserve: Reserve = (total) => Math.max(500 * megabyte, total * 0.03);

export interface DiskSpace {
  /** Bytes that we may still write. */
  free: number;
  total: number;
  /** True below the reserve: writes must then be refused while enough space is left to recover (security D8). */
  isLow: boolean;
}

/** The space of the file system that holds this folder. Rejects when the folder does not exist. */
export async function readDiskSpace(folder: string, reserve: Reserve = usualReserve): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const total = blocks * bsize;
  return { free, total, isLow: free < reserve(total) };
}
