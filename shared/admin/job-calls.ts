import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, wordList } from '#shared/wire/values.ts';

export const jobCalls = {
  /** Background work that failed for good, newest first (security D12). Times are UTC, `yyyy-MM-dd HH:mm:ss`. */
  deadLetters: endpoint({
    path: 'system/job/queryDeadLetterList',
    access: ['manage:system:read', 'manage:operation:read'],
    input: z.object({ limit: limit() }),
    output: z.array(
      z.object({
        jobId: z.string(),
        queue: z.string(),
        sentAt: z.string(),
        failedAt: z.string(),
        tries: z.int(),
        message: z.string(),
      }),
    ),
  }),
  /** Retries a job as if it were new. Ids that are not dead letters (any more) are ignored. */
  revive: endpoint({
    path: 'system/job/reviveDeadLetters',
    access: ['manage:system:update', 'manage:operation:update'],
    effect: 'write',
    ids: { jobIds: 'reference' },
    input: z.object({ jobIds: z.preprocess(wordList, z.array(z.uuid()).min(1).max(100)) }),
    output: z.object({ revived: z.int() }),
  }),
};
