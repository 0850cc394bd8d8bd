import { asSent, listItems } from '#server/modules/crm/operation-guide/guide-items.ts';
import { deleteItems, moveItem, saveItem } from '#server/modules/crm/operation-guide/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { guideCalls } from '#shared/crm/operation-guide/guide-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Administration of the operation guide (docs/decisions/operation-guide.md). */
export const guideRoutes = (): Route[] => [
  route(guideCalls.list, async ({ db, actor, input: { page, limit, module, ...filter } }) => {
    const modules = module === undefined ? [] : [module];
    const { items, total } = await listItems(db, { ...filter, modules }, { limit, offset: (page - 1) * limit });
    return pageAnswer(await asSent(db, actor, items), total, page, limit);
  }),
  route(guideCalls.save, async ({ db, actor, input }) => ({ id: await saveItem(db, actor, input) })),
  route(guideCalls.move, async ({ db, actor, input: { id, to } }) => {
    await moveItem(db, actor, id, to);
    return null;
  }),
  route(guideCalls.remove, async ({ db, actor, input: { ids } }) => {
    await deleteItems(db, actor, ids);
    return null;
  }),
];
