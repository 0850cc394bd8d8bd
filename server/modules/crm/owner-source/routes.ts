import { asSent, bindingsOf, listBindings } from '#server/modules/crm/owner-source/bindings.ts';
import { deleteBindings, saveBinding } from '#server/modules/crm/owner-source/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { customerSourceField, customerType } from '#shared/crm/customer-type.ts';
import { ownerSourceCalls } from '#shared/crm/owner-source/owner-source-calls.ts';
import { optionName } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Which advisers follow up the new customers of which agent (docs/decisions/owner-source.md). */
export const ownerSourceRoutes = (): Route[] => [
  route(ownerSourceCalls.list, async ({ db, input: { page, limit, ...filter } }) => {
    const { bindings, total } = await listBindings(db, filter, { limit, offset: (page - 1) * limit });
    return pageAnswer(await asSent(db, bindings), total, page, limit);
  }),
  route(ownerSourceCalls.one, async ({ db, input }) => {
    const [binding] = await asSent(db, await bindingsOf(db, [input.id]));
    if (!binding) throw new AppError('access.record');
    return binding;
  }),
  route(ownerSourceCalls.sources, async ({ db, actor }) => {
    const field = (await fieldsOf(db, actor, customerType)).byName.get(customerSourceField);
    return (field?.options ?? []).map((source) => ({ source, sourceName: field ? optionName(field, source) : source }));
  }),
  route(ownerSourceCalls.save, async ({ db, actor, input }) => ({ id: await saveBinding(db, actor, input) })),
  route(ownerSourceCalls.remove, async ({ db, actor, input }) => {
    await deleteBindings(db, actor, input.ids);
    return null;
  }),
];
