import { readDiskSpace, usualReserve, type Reserve } from '#server/platform/database/embedded/disk-space.ts';
import type { Log } from '#server/platform/log/log.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Milliseconds for which a reading of the disk is used: what can be written in that time is far less than the reserve.
 */
const readingHolds = 3000;

export interface DiskGuardOptions {
  /** Folders whose file systems must keep their reserve. A folder that cannot be checked is ignored. */
  readonly folders: readonly string[];
  readonly log: Log;
  readonly reserve?: Reserve;
  /** Milliseconds on a clock that never jumps. */
  readonly now?: () => number;
}

export interface DiskGuard {
  /** @throws AppError `http.disk_full` while a file system is below its reserve */
  readonly requireSpace: () => Promise<void>;
}

/**
 * Refuses writes while there is still enough space for the database to recover and for people to log in and read
 * (security D8). Checks again every few seconds, so that writes resume by themselves once there is space.
 */
export function openDiskGuard({
  folders,
  log,
  reserve = usualReserve,
  now = () => performance.now(),
}: DiskGuardOptions): DiskGuard {
  let isLow = false;
  let reading: { readonly result: Promise<boolean>; readonly until: number } | null = null;

  const read = async (): Promise<boolean> => {
    const spaces = await Promise.allSettled(folders.map((folder) => readDiskSpace(folder, reserve)));
    const low = spaces.find((space) => space.status === 'fulfilled' && space.value.isLow);
    if ((low !== undefined) !== isLow) {
      isLow = low !== undefined;
      if (low?.status === 'fulfilled') log.error({ ...low.value }, 'the disk is almost full: writes are refused');
      else log.info({}, 'the disk has room again');
    }
    return isLow;
  };

  return {
    requireSpace: async () => {
      const at = now();
      if (!reading || at >= reading.until) reading = { result: read(), until: at + readingHolds };
      if (await reading.result) throw new AppError('http.disk_full');
    },
  };
}
