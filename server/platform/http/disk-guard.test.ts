import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '#server/platform/log/log.ts';
import { openSmallDisk } from '#server/testing/small-disk.ts';
import { openDiskGuard } from './disk-guard.ts';

const megabyte = 1024 * 1024;

it('refuses writes below the reserve and accepts them again once there is space (security D8)', async ({ skip }) => {
  const disk = openSmallDisk(64 * megabyte);
  if (!disk) return skip('this system does not let a test mount a file system');
  try {
    const folder = join(disk.folder, 'data');
    mkdirSync(folder);
    let at = 0;
    const reserve = () => 16 * megabyte;
    const guard = openDiskGuard({ folders: [folder], log: openLog('silent'), reserve, now: () => at });
    await guard.requireSpace();
    disk.leave(4 * megabyte);
    // the last reading still counts
    await guard.requireSpace();
    at += 3001;
    await expect(guard.requireSpace()).rejects.toMatchObject({ code: 'http.disk_full' });
    disk.leave(40 * megabyte);
    at += 3001;
    await guard.requireSpace();
  } finally {
    disk.remove();
  }
});

it('does not block on a folder that cannot be checked', async () => {
  const gone = join(mkdtempSync(join(tmpdir(), 'jianye-guard-')), 'gone');
  await openDiskGuard({ folders: [gone], log: openLog('silent') }).requireSpace();
});
