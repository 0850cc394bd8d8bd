/** How the jobs of one queue run. Changes take effect with the next start (`installJobs`). */
export interface QueueSettings {
  /** Retries after the first failure; then the job becomes a dead letter. */
  readonly retryLimit: number;
  /** Time limit of one attempt. */
  readonly expireSeconds: number;
  /**
   * At most one job per `singletonKey` waits (without a key: one in all). A job sent while another waits is dropped,
   * although that one may start before the sender commits: only for work that finds out by itself what there is to do.
   */
  readonly onceWaiting?: boolean;
}

const hour = 3600;

/** Every queue of the application. The names are stored: renaming one strands its jobs. */
export const queues = {
  'import.run': { retryLimit: 25, expireSeconds: 6 * hour },
  'import.undo': { retryLimit: 25, expireSeconds: 6 * hour },
  'hand_over.run': { retryLimit: 25, expireSeconds: 6 * hour },
  'hand_over.undo': { retryLimit: 25, expireSeconds: 6 * hour },
  // customers that the pool rules release
  'customer.pool': { retryLimit: 3, expireSeconds: hour, onceWaiting: true },
  // records of one type whose formulas have changed
  'formula.recompute': { retryLimit: 25, expireSeconds: 6 * hour },
  // indexes of fields: of one type whose form has changed, or of all
  'field.index': { retryLimit: 25, expireSeconds: 6 * hour },
  // values of deleted fields that do not come back
  'field.destroy': { retryLimit: 25, expireSeconds: 6 * hour },
  // approvals whose time is over, or whose approver has left
  'approval.sweep': { retryLimit: 3, expireSeconds: hour, onceWaiting: true },
  // what leaves the house, for one target or for all that have something due
  'outbox.deliver': { retryLimit: 25, expireSeconds: hour },
  // objects without a row, temporary files (security D7)
  'file.sweep': { retryLimit: 3, expireSeconds: hour, onceWaiting: true },
  // expired rows: pushed events, idempotency records, old logins
  'night.clean': { retryLimit: 3, expireSeconds: hour, onceWaiting: true },
  // records that have been in the recycle bin for long enough
  'record.purge': { retryLimit: 3, expireSeconds: hour, onceWaiting: true },
  // an archive of the whole company, begun again where its process was killed
  'archive.run': { retryLimit: 3, expireSeconds: 12 * hour },
  // a backup restored beside everything, and removed: what cannot be restored cannot be the second time either
  'backup.try': { retryLimit: 0, expireSeconds: 6 * hour, onceWaiting: true },
  'night.backup': { retryLimit: 3, expireSeconds: 6 * hour, onceWaiting: true },
} as const satisfies Record<string, QueueSettings>;

export type QueueName = keyof typeof queues;

/** Destination of jobs that failed for good, for an administrator to check (security D12). */
export const deadLetterQueue = 'dead-letter';
