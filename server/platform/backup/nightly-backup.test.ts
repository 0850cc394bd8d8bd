import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupsToDrop, dropOldBackups } from './nightly-backup.ts';

const dayLength = 24 * 60 * 60 * 1000;

function nights(first: string, count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `jianye-${new Date(Date.parse(first) + i * dayLength).toISOString().slice(0, 10)}T180000Z`,
  );
}

describe('backupsToDrop', () => {
  it('keeps 7 days and the last of 4 weeks (O7)', () => {
    const all = nights('2026-01-01', 60); // to Sunday, 1 March
    const dropped = backupsToDrop(all);
    const kept = all.filter((name) => !dropped.includes(name)).map((name) => name.slice(7, 17));
    // Sundays of the three weeks before, then the whole last week, whose Sunday is the fourth.
    expect(kept).toEqual([
      '2026-02-08',
      '2026-02-15',
      '2026-02-22',
      ...nights('2026-02-23', 7).map((name) => name.slice(7, 17)),
    ]);
  });

  it('keeps everything while there is little', () => {
    expect(backupsToDrop(nights('2026-01-01', 7))).toEqual([]);
    expect(backupsToDrop([])).toEqual([]);
  });

  it('counts days that have a backup, not days', () => {
    const few = ['2026-01-05', '2026-03-02', '2026-03-03', '2026-06-01'].map((day) => `jianye-${day}T180000Z`);
    expect(backupsToDrop(few)).toEqual([]);
  });

  it('keeps the latest backup of a day', () => {
    const twice = ['jianye-2026-01-01T010000Z', 'jianye-2026-01-01T230000Z'];
    expect(backupsToDrop(twice)).toEqual(['jianye-2026-01-01T010000Z']);
  });

  it('never touches folders with other names', () => {
    expect(backupsToDrop([...nights('2026-01-01', 60), 'photos', 'jianye-2020', '../x'])).not.toContain('photos');
    expect(backupsToDrop(['photos', 'jianye-2020', '../x'])).toEqual([]);
  });
});

it('the backup that is being read stays until the next time', async () => {
  const backups = await mkdtemp(join(tmpdir(), 'jianye-backups-'));
  const [older, newer] = ['jianye-2026-01-01T010000Z', 'jianye-2026-01-01T230000Z'] as const;
  for (const name of [older, newer]) {
    await mkdir(join(backups, name));
    await writeFile(join(backups, name, 'manifest.json'), '{}');
  }
  try {
    await dropOldBackups(backups, older);
    expect((await readdir(backups)).toSorted()).toEqual([older, newer]);
    await dropOldBackups(backups, null);
    expect(await readdir(backups)).toEqual([newer]);
  } finally {
    await rm(backups, { recursive: true });
  }
});
