import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { loadConfig } from '#server/platform/config.ts';
import { ballastFile } from '#server/platform/database/embedded/ballast.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { isAlive, readPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { openLog } from '#server/platform/log/log.ts';
import { tokenFor } from '#server/testing/company.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';

/** A DATA_DIR that nobody uses yet, with a company of salespeople whose logins hold for two hours. */
export interface Pattern {
  /** One access token for each salesperson. */
  readonly tokens: readonly string[];
  readonly userIds: readonly number[];
  /** A DATA_DIR of its own with the same company, at `place` unless it is to be made up. */
  readonly copy: (place?: string) => DataFolder;
  readonly remove: () => void;
}

export interface DataFolder {
  readonly dataDir: string;
  readonly clusterFolder: string;
  /** The running server's process, null when there is none. */
  /** Waits for the database server when it is just being restarted, and kills it. */
  readonly killPostmaster: () => Promise<void>;
  readonly postmaster: () => number | null;
  /** Ends the server, however it was left, and removes the folder. */
  readonly remove: () => Promise<void>;
}

const people = 8;

/** Makes the pattern from which each test copies its DATA_DIR: much faster than making a database each time. */
export async function makePattern(): Promise<Pattern> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-pattern-')));
  const log = openLog('silent');
  const database = await startEmbedded({ dataDir, log, ballastBytes: 0 });
  const userIds: number[] = [];
  const tokens: string[] = [];
  try {
    await prepareDatabase(database);
    const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const application = await openApplication({ config, log, databaseUrl: database.appUrl });
    try {
      const { db } = application.services.pool;
      await seed(application.services);
      await createFirstAdmin(db, { password: 'Jy-Test-7412-pass' });
      for (let number = 1; number <= people; number += 1) {
        const { user_id: userId } = await db
          .insertInto('app_user')
          .values({
            username: `1380000010${number}`,
            mobile: `1380000010${number}`,
            realname: `销售${number}`,
            password_hash: 'nobody logs in with it',
            dept_id: 1,
            status: 1,
          })
          .returning('user_id')
          .executeTakeFirstOrThrow();
        await db.insertInto('user_role').values({ user_id: userId, role_id: 11 }).execute();
        userIds.push(userId);
        tokens.push(await tokenFor(db, userId));
      }
      await organisationChanged(db);
    } finally {
      await application.close();
    }
  } finally {
    await database.stop('fast');
  }
  // an empty file in the place of the ballast, so that no start fills it
  writeFileSync(ballastFile(join(dataDir, 'database', 'cluster')), '');
  return {
    tokens,
    userIds,
    copy: (place) => {
      const target = place ?? realpathSync(mkdtempSync(join(tmpdir(), 'jianye-process-')));
      // with owners and modes: the server refuses a folder that others could read
      execFileSync('cp', ['-a', `${dataDir}/.`, target]);
      return dataFolder(target);
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
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
