import type { RightsCache } from '#server/platform/access/rights.ts';
import type { Config } from '#server/platform/config.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Live } from '#server/platform/push/live.ts';
import type { Push } from '#server/platform/push/push.ts';
import type { Gate } from '#server/platform/session/gate.ts';

/** What a module gets to create its routes and jobs. */
export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly pool: Pool;
  readonly rights: RightsCache;
  readonly gate: Gate;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly push: Push;
  readonly live: Live;
}
