import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { seed } from '#server/testing/repetitions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** DATA_DIR of the cluster that all test files share; each makes a database of its own in it. */
    clusterFolder: string;
  }
}

/** Where test files leave each other the pattern of a DATA_DIR; beside the cluster, which its server keeps to itself. */
export const patternFolder = (clusterFolder: string): string => `${clusterFolder}-pattern`;

interface Cluster {
  readonly folder: string;
  readonly stop: () => Promise<void>;
  /** How many projects of the run use it. */
  users: number;
}

/** Where the projects of a run find their cluster: each evaluates this module for itself. */
const shared = globalThis as { jianyeCluster?: Promise<Cluster> };

/** One database server for a test run, whatever projects it has; the last of them stops it. */
export default async function useCluster(project: TestProject): Promise<() => Promise<void>> {
  // the same for all test files, also when the day ends meanwhile
  process.env['JIANYE_TEST_SEED'] = String(seed);
  shared.jianyeCluster ??= startCluster();
  const cluster = await shared.jianyeCluster;
  cluster.users += 1;
  project.provide('clusterFolder', cluster.folder);
  return async () => {
    cluster.users -= 1;
    if (cluster.users > 0) return;
    delete shared.jianyeCluster;
    await cluster.stop();
  };
}

/** A server that loses what it likes when killed, but keeps the durability settings it refuses to lack. */
async function startCluster(): Promise<Cluster> {
  process.stdout.write(`JIANYE_TEST_SEED=${seed} takes the same share of the combinations\n`);
  const folder = mkdtempSync(join(tmpdir(), 'jianye-tests-'));
  const database = await startEmbedded({
    dataDir: folder,
    log: openLog('silent'),
    ballastBytes: 0,
    testing: {
      settings: {
        shared_buffers: '128MB',
        max_connections: '300',
        max_wal_size: '1GB',
        // nobody's values are in it: who waited for whom may be told (deadlocks.ts)
        log_error_verbosity: 'default',
      },
    },
  });
  const stop = async () => {
    await database.stop('fast');
    for (const used of [folder, patternFolder(folder)]) rmSync(used, { recursive: true, force: true });
  };
  return { folder, stop, users: 0 };
}
