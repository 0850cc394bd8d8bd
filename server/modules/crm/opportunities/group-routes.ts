import {
  listGroups,
  openGroups,
  readGroup,
  removeGroup,
  saveGroup,
  setUpGroup,
} from '#server/modules/crm/opportunities/groups.ts';
import { reasonsOf, setReasons } from '#server/modules/crm/opportunities/reasons.ts';
import { reasonsKind, stageGroupKind } from '#server/modules/crm/opportunities/setting-kinds.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** What administrators set up is in their log (security O6). */
const noted = (db: Database, actor: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId: actor.userId, what: `stage_group.${what}`, subject, result: 'done', address: actor.address });

/** The set-up of groups of stages. */
export const stageGroupRoutes = (): Route[] => [
  route(stageGroupCalls.options, async ({ db }) => openGroups(db)),
  route(stageGroupCalls.list, async ({ db, actor, input: { page, limit } }) => {
    const { rows, total } = await listGroups(db, actor, { limit, offset: (page - 1) * limit });
    return pageAnswer(rows, total, page, limit);
  }),
  route(stageGroupCalls.read, async ({ db, actor, input }) => readGroup(db, actor, input.id)),
  route(stageGroupCalls.save, async ({ db, actor, input }) => {
    const known = input.crmBusinessType.typeId;
    const save = () => saveGroup(db, actor, input);
    const typeId = await (known === undefined ? save() : changing(db, actor, stageGroupKind, String(known), save));
    if (known === undefined) await created(db, actor, stageGroupKind.name, String(typeId));
    await noted(db, actor, 'save', `${typeId}`);
    return { typeId };
  }),
  route(stageGroupCalls.setUp, async ({ db, actor, input }) => {
    await changing(db, actor, stageGroupKind, String(input.typeId), () => setUpGroup(db, input));
    await noted(db, actor, 'set_up', `${input.typeId}`);
    return null;
  }),
  route(stageGroupCalls.remove, async ({ db, actor, input }) => {
    await changing(db, actor, stageGroupKind, String(input.id), () => removeGroup(db, input.id));
    await noted(db, actor, 'delete', `${input.id}`);
    return null;
  }),
  route(stageGroupCalls.reasons, async ({ db, input }) => reasonsOf(db, input.isEnd)),
  route(stageGroupCalls.setReasons, async ({ db, actor, input }) => {
    await changing(db, actor, reasonsKind, String(input.isEnd), () => setReasons(db, input.isEnd, input.value));
    await noted(db, actor, 'reasons', `${input.isEnd}`);
    return null;
  }),
];
