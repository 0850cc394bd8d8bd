import {
  listGroups,
  openGroups,
  readGroup,
  reasonsOf,
  removeGroup,
  saveGroup,
  setReasons,
  setUpGroup,
} from '#server/modules/crm/opportunities/groups.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** The set-up of groups of stages. */
export const stageGroupRoutes = (): Route[] => [
  route(stageGroupCalls.options, async ({ db }) => openGroups(db)),
  route(stageGroupCalls.list, async ({ db, actor, input: { page, limit } }) => {
    const { rows, total } = await listGroups(db, actor, { limit, offset: (page - 1) * limit });
    return pageAnswer(rows, total, page, limit);
  }),
  route(stageGroupCalls.read, async ({ db, actor, input }) => readGroup(db, actor, input.id)),
  route(stageGroupCalls.save, async ({ db, actor, input }) => ({ typeId: await saveGroup(db, actor, input) })),
  route(stageGroupCalls.setUp, async ({ db, input }) => {
    await setUpGroup(db, input);
    return null;
  }),
  route(stageGroupCalls.remove, async ({ db, input }) => {
    await removeGroup(db, input.id);
    return null;
  }),
  route(stageGroupCalls.reasons, async ({ db, input }) => reasonsOf(db, input.isEnd)),
  route(stageGroupCalls.setReasons, async ({ db, input }) => {
    await setReasons(db, input.isEnd, input.value);
    return null;
  }),
];
