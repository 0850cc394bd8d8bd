import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, limit, nothing, optionalId, page, pageOf, text, wordList } from '#shared/wire/values.ts';

/** Errors of the operation of the system. */
export const operationErrors = {
  'operation.backup_running': 409,
  'operation.no_backup': 422,
  'operation.no_owner': 422,
  'operation.whose_session': 422,
} as const;
type OperationErrors = typeof operationErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends OperationErrors {}
}

const reads = 'manage:operation:read';
const changes = 'manage:operation:update';

const session = z.object({
  loginId: z.int(),
  userId: z.int(),
  userName: z.string(),
  /** 1 web, 2 mobile, 3 a program. */
  client: z.int(),
  userAgent: z.string(),
  address: z.string(),
  createTime: z.string(),
  lastUsedTime: z.string(),
  /** The one that asks. */
  isCurrent: z.int(),
  /** Of a program's token, its name. */
  programName: z.string(),
});
export type SessionRow = z.output<typeof session>;

/** Everybody's logins, ended one by one or all of a person (security N5). */
export const sessionAdminCalls = {
  list: endpoint({
    path: 'system/session/querySessionList',
    access: reads,
    ids: { userId: 'user' },
    input: z.object({ page, limit: limit(15), userId: optionalId }),
    output: pageOf(session),
  }),
  /** One login, or all of a person but the one that asks. */
  end: endpoint({
    path: 'system/session/endSessions',
    access: changes,
    ids: { loginId: 'reference', userId: 'user' },
    effect: 'write',
    input: z.object({ loginId: optionalId, userId: optionalId }),
    output: z.object({ ended: z.int() }),
    codes: ['operation.whose_session', 'access.record'],
  }),
};

const queue = z.object({
  queue: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Waiting for another attempt. */
  again: z.int(),
  /** Jobs that ended well in the last day. */
  done: z.int(),
});
export type QueueRow = z.output<typeof queue>;
const running = z.object({
  jobId: z.string(),
  queue: z.string(),
  startedAt: z.string(),
  /** What is done of it, and of how much; null for work that does not say. */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
});
export type RunningJob = z.output<typeof running>;

const storedKind = z.object({ kind: z.string(), count: z.int(), bytes: z.int() });
const personUsage = z.object({
  userId: z.int(),
  userName: z.string(),
  bytes: z.int(),
  /** Most that this person's files may take. */
  limit: z.int(),
});
export type PersonUsage = z.output<typeof personUsage>;
const check = z.object({
  key: z.string(),
  level: z.enum(['good', 'watch', 'bad']),
  /** How it is and what to do, in the reader's words; nothing to do is ''. */
  says: z.string(),
  todo: z.string(),
});
export type HealthCheck = z.output<typeof check>;

const backup = z.object({
  name: z.string(),
  createTime: z.string(),
  ageHours: z.number(),
  bytes: z.int(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
});
export type BackupRow = z.output<typeof backup>;
const trial = z.object({
  name: z.string(),
  startTime: z.string(),
  seconds: z.int(),
  result: z.enum(['running', 'good', 'bad']),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
  /** Why it failed, in words of the program; '' when it did not. */
  reason: z.string(),
});
export type RestoreTrial = z.output<typeof trial>;

/** The operation of the system: work in the background, space, backups, health (security O7, O9, D12). */
export const operationCalls = {
  jobs: endpoint({
    path: 'system/operation/queryJobs',
    access: reads,
    input: nothing,
    output: z.object({ queues: z.array(queue), running: z.array(running) }),
  }),
  /** Ids that are not dead letters (any more) are ignored. */
  dropDeadLetters: endpoint({
    path: 'system/job/dropDeadLetters',
    access: changes,
    effect: 'write',
    ids: { jobIds: 'reference' },
    input: z.object({ jobIds: z.preprocess(wordList, z.array(z.uuid()).min(1).max(100)) }),
    output: z.object({ dropped: z.int() }),
  }),
  health: endpoint({
    path: 'system/operation/queryHealth',
    access: reads,
    input: nothing,
    output: z.object({ checks: z.array(check) }),
  }),
  storage: endpoint({
    path: 'system/operation/queryStorage',
    access: reads,
    input: nothing,
    output: z.object({
      databaseBytes: z.int(),
      tables: z.array(storedKind),
      files: z.array(storedKind),
      /** What all files take, and what they may take. */
      usage: z.object({
        bytes: z.int(),
        limit: z.int(),
        perPerson: z.int(),
        /** Whose files take most, at most ten. */
        people: z.array(personUsage),
      }),
      /** Of the disk of DATA_DIR; null where it cannot be read. */
      disk: z.object({ free: z.int(), total: z.int() }).nullable(),
    }),
  }),
  backups: endpoint({
    path: 'system/operation/queryBackups',
    access: reads,
    input: nothing,
    output: z.object({
      list: z.array(backup),
      trial: trial.nullable(),
      /** A backup waits or is being made. */
      isBackingUp: z.boolean(),
      /** This installation makes its backups itself. */
      canBackUp: z.boolean(),
    }),
  }),
  backUp: endpoint({
    path: 'system/operation/addBackup',
    access: changes,
    effect: 'write',
    input: nothing,
    output: done,
    codes: ['operation.no_owner'],
  }),
  tryRestore: endpoint({
    path: 'system/operation/retryBackup',
    access: changes,
    effect: 'write',
    input: z.object({ name: text(60) }),
    output: done,
    codes: ['operation.no_backup', 'operation.backup_running'],
  }),
};
