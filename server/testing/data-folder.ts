import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { attachEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { isAlive, readPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { patternFolder } from '#server/testing/run/cluster.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { oneAtATime } from '#server/testing/test-database.ts';

/** A DATA_DIR that nobody uses yet, with a company of salespeople whose logins hold for two hours. */
export interface Pattern {
  /** One access token for each salesperson. */
  readonly tokens: readonly string[];
  readonly userIds: readonly number[];
  /** A DATA_DIR of its own with the same company, at `place` unless it is to be made up. */
  readonly copy: (place?: string) => DataFolder;
}

export interface DataFolder {
  readonly dataDir: string;
  readonly clusterFolder: string;
  /** The running server's process, null when there is none. */
  readonly postmaster: () => number | null;
  /** Waits for the database server when it is just being restarted, and kills it. */
  readonly killPostmaster: () => Promise<void>;
  /** Works on its database as the owner, beside the product that uses it or without one. */
  readonly asOwner: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;
  /** Ends the server, however it was left, and removes the folder. */
  readonly remove: () => Promise<void>;
}

/**
 * The pattern from which tests copy their DATA_DIRs: much faster than making a database each time. The first test file
 * that needs one makes it for all; in a soak, which takes longer than logins hold, each file its own.
 */
export async function openPattern(): Promise<Pattern> {
  const folder = patternFolder(inject('clusterFolder'));
  const place = join(folder, isSoak ? randomUUID() : 'shared');
  const peopleFile = join(place, 'people.json');
  const dataDir = join(place, 'data');
  await oneAtATime('pattern', async () => {
    if (existsSync(peopleFile)) return;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { makePattern } = await import('#server/testing/make-pattern.ts');
    writeFileSync(peopleFile, JSON.stringify(await makePattern(realpathSync(dataDir))));
  });
  const people = JSON.parse(readFileSync(peopleFile, 'utf8')) as Pick<Pattern, 'tokens' | 'userIds'>;
  return {
    ...people,
    copy: (to) => {
      const target = to ?? realpathSync(mkdtempSync(join(tmpdir(), 'jianye-process-')));
      // with owners and modes: the server refuses a folder that others could read
      execFileSync('cp', ['-a', `${dataDir}/.`, target]);
      return dataFolder(target);
    },
  };
}

/** Watches over the database server that a product process may leave behind in `dataDir`. */
export function dataFolder(dataDir: string): DataFolder {
  const clusterFolder = join(dataDir, 'database', 'cluster');
  const postmaster = () => {
    const found = readPostmaster(clusterFolder);
    return found && isAlive(found.pid, clusterFolder) ? found.pid : null;
  };
  const killServer = () => {
    const pid = postmaster();
    if (pid !== null) process.kill(pid, 'SIGQUIT');
    return pid;
  };
  // a test run that is interrupted leaves no server either
  process.once('exit', killServer);
  return {
    dataDir,
    clusterFolder,
    postmaster,
    asOwner: async (work) => {
      const { ownerUrl } = (await attachEmbedded(dataDir)) ?? { ownerUrl: '' };
      const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      try {
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
    killPostmaster: async () => {
      for (let turn = 0; postmaster() === null && turn < 400; turn += 1) await sleep(50);
      const pid = postmaster();
      // never 0, which is everybody in the process group of the tests
      if (pid === null) throw new Error('there is no database server to kill');
      process.kill(pid, 'SIGKILL');
    },
    remove: async () => {
      const pid = killServer();
      for (let round = 0; pid !== null && isAlive(pid, clusterFolder) && round < 300; round += 1) await sleep(20);
      process.off('exit', killServer);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
