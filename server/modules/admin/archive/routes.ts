import { rm } from 'node:fs/promises';
import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import {
  archivesOf,
  openArchive,
  removeArchive,
  requireArchivist,
  startArchive,
} from '#server/modules/admin/archive/archives.ts';
import { mayArchive } from '#server/modules/admin/archive/stopping.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { usualReserve, type Reserve } from '#server/platform/database/embedded/disk-space.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { Services } from '#server/platform/services.ts';
import { archiveCalls } from '#shared/admin/archive/archive-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** In an hour and by one person, as of other exports (security A13). */
const perHour = 5;

/** Archives of the whole company (docs/decisions/archive.md). */
export function archiveRoutes(services: Services, reserve: Reserve = usualReserve): Route[] {
  const { db: pool } = services.pool;
  const takesOut = async (actor: Actor, what: string, password: string | undefined) => {
    requireArchivist(actor);
    await confirmIdentity(pool, actor, password);
    const { userId, address } = actor;
    await takeTurn(pool, { userId, what, address }, { most: perHour, perSeconds: 3600, refusal: 'export.too_often' });
  };
  return [
    route(archiveCalls.list, async ({ db, actor, input: { page, limit } }) => {
      const { list, total } = await archivesOf(services, db, actor, { limit, offset: (page - 1) * limit });
      return { ...pageAnswer(list, total, page, limit), mayMake: mayArchive(actor) ? 1 : 0 };
    }),
    route(
      archiveCalls.start,
      async ({ db, actor }) => ({ archiveId: await startArchive(services, db, actor, reserve) }),
      async ({ actor, input }, work) => {
        await takesOut(actor, 'archive company', input.currentPassword);
        return work();
      },
    ),
    route(archiveCalls.remove, async ({ db, actor, input: { archiveId }, afterCommit }) => {
      requireArchivist(actor);
      const path = await removeArchive(services, db, actor, archiveId);
      if (path !== '') afterCommit(() => rm(path, { force: true }));
      return null;
    }),
    route(archiveCalls.fetch, async ({ db, actor, input: { archiveId, currentPassword } }) => {
      requireArchivist(actor);
      await takesOut(actor, 'export archive', currentPassword);
      return openArchive(services, db, actor, archiveId);
    }),
  ];
}
