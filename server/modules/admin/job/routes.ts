import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { jobCalls } from '#shared/admin/job-calls.ts';

export const jobRoutes = ({ jobs }: Pick<Services, 'jobs'>): Route[] => [
  route(jobCalls.deadLetters, ({ input }) => jobs.deadLetters(input.limit ?? 15)),
  route(jobCalls.revive, async ({ db, actor, input, address }) => {
    const revived = await jobs.revive(db, input.jobIds);
    await audit(db, {
      userId: actor.userId,
      what: 'job.revive',
      subject: input.jobIds.join(','),
      result: 'done',
      address,
    });
    return { revived };
  }),
];
