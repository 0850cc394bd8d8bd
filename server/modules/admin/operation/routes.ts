import { backUpNow, backupsOf, startTrial } from '#server/modules/admin/operation/backups.ts';
import { healthOf } from '#server/modules/admin/operation/health.ts';
import { dropDeadLetters, queuesOf, runningJobs } from '#server/modules/admin/operation/jobs.ts';
import { endSessions, sessionsOf } from '#server/modules/admin/operation/sessions.ts';
import { storageOf } from '#server/modules/admin/operation/storage.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { operationCalls, sessionAdminCalls } from '#shared/admin/operation/operation-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Sessions, background work, space, backups and health (docs/decisions/operation.md). */
export const systemRoutes = (services: Services, canBackUp: boolean): Route[] => [
  route(sessionAdminCalls.list, async ({ db, actor, input: { page, limit, userId } }) => {
    const { list, total } = await sessionsOf(db, actor, userId, { limit, offset: (page - 1) * limit });
    return pageAnswer(list, total, page, limit);
  }),
  route(sessionAdminCalls.end, async ({ db, actor, input }) => ({ ended: await endSessions(db, actor, input) })),
  route(operationCalls.jobs, async ({ db }) => ({ queues: await queuesOf(db), running: await runningJobs(db) })),
  route(operationCalls.dropDeadLetters, async ({ db, actor: { userId, address }, input: { jobIds } }) => {
    const dropped = await dropDeadLetters(db, jobIds);
    await audit(db, { userId, what: 'job.drop', subject: jobIds.join(','), result: 'done', address });
    return { dropped };
  }),
  route(operationCalls.health, async ({ db, actor }) => ({ checks: await healthOf(services, db, actor.language) })),
  route(operationCalls.storage, ({ db, actor }) => storageOf(db, actor, services.config.dataDir)),
  route(operationCalls.backups, ({ db, actor: { language } }) => backupsOf(services, db, { canBackUp, language })),
  route(operationCalls.backUp, async ({ db, actor }) => {
    await backUpNow(services, db, actor, canBackUp);
    return null;
  }),
  route(operationCalls.tryRestore, async ({ db, actor, input: { name } }) => {
    await startTrial(services, db, actor, name);
    return null;
  }),
];
