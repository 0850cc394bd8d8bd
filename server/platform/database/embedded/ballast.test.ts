import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ballastFile, keepBallast, releaseBallastIfFull } from './ballast.ts';
import { readDiskSpace } from './disk-space.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: vi.fn(),
}));

const megabyte = 1024 * 1024;
let folder: string;
let cluster: string;

function disk(freeMegabytes: number, totalMegabytes: number): void {
  vi.mocked(statfs).mockResolvedValue({
    bsize: 4096,
    bavail: freeMegabytes * 256,
    blocks: totalMegabytes * 256,
  } as never);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-ballast-'));
  cluster = join(folder, 'cluster');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readDiskSpace', () => {
  it.each([
    [501, 1_000, false],
    [499, 1_000, true],
    [2_999, 100_000, true],
    [3_001, 100_000, false],
  ])('%i MB free of %i MB: low is %s (D8)', async (free, total, isLow) => {
    disk(free, total);
    expect(await readDiskSpace(folder)).toEqual({ free: free * megabyte, total: total * megabyte, isLow });
  });
});

describe('the ballast file', () => {
  it('reserves its space next to the cluster and releases it once the disk is full (D9)', async () => {
    disk(10_000, 20_000);
    await keepBallast(cluster, 3 * megabyte);
    expect(statSync(ballastFile(cluster)).size).toBe(3 * megabyte);
    expect(statSync(ballastFile(cluster)).blocks * 512).toBeGreaterThanOrEqual(3 * megabyte);
    expect(await releaseBallastIfFull(cluster)).toBe(0);
    disk(10, 20_000);
    expect(await releaseBallastIfFull(cluster)).toBe(3 * megabyte);
    expect(existsSync(ballastFile(cluster))).toBe(false);
    expect(await releaseBallastIfFull(cluster)).toBe(0);
  });

  it('is not created when it would take the last space, nor when disabled', async () => {
    disk(499, 1_000);
    await keepBallast(cluster, megabyte);
    disk(10_000, 20_000);
    await keepBallast(cluster, 0);
    expect(readdirSync(folder)).toEqual([]);
  });
});
