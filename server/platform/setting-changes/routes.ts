import { route, type Route } from '#server/platform/http/route.ts';
import { changesOf, takeBack } from '#server/platform/setting-changes/changes.ts';
import { settingChangeCalls } from '#shared/platform/setting-change-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Changes of settings: read, and taken back. */
export const settingChangeRoutes = (): Route[] => [
  route(settingChangeCalls.list, async ({ db, actor, input: { kinds, page, limit } }) => {
    const { list, total } = await changesOf(db, actor, { kinds }, { limit, offset: (page - 1) * limit });
    return pageAnswer(list, total, page, limit);
  }),
  route(settingChangeCalls.takeBack, async ({ db, actor, input }) => {
    await takeBack(db, actor, input.changeId);
    return null;
  }),
];
