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

/** One database server for a test run; loses what it likes when killed, but keeps the durability settings it refuses to lack. */
export default async function cluster(project: TestProject): Promise<() => Promise<void>> {
  // the same for all test files, also when the day ends meanwhile
  process.env['JIANYE_TEST_SEED'] = String(seed);
  process.stdout.write(`JIANYE_TEST_SEED=${seed} takes the same share of the combinations\n`);
  const folder = mkdtempSync(join(tmpdir(), 'jianye-tests-'));
  const database = await startEmbedded({
    dataDir: folder,
    log: openLog('silent'),
    ballastBytes: 0,
    testing: { settings: { shared_buffers: '128MB', max_connections: '300', max_wal_size: '1GB' } },
  });
  project.provide('clusterFolder', folder);
  return async () => {
    await database.stop('fast');
    for (const used of [folder, patternFolder(folder)]) rmSync(used, { recursive: true, force: true });
  };
}
