import { businessOf, fromContacts, linkBusiness, unlinkBusiness } from '#server/modules/crm/contacts/business.ts';
import { contactsOf } from '#server/modules/crm/contacts/of-customer.ts';
import { findContacts } from '#server/modules/crm/contacts/duplicates.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { pageOfDuplicates } from '#server/record/query/duplicates.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { contactsCalls } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { pageAnswer } from '#shared/wire/values.ts';

export const contactsRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, contactsType, contactsCalls),
  route(contactsCalls.ofCustomer, async ({ db, actor, input: { pageType, page, limit, ...asked } }) => {
    if (pageType === 0) return (await contactsOf(db, actor, asked, null)).rows;
    const { rows, total } = await contactsOf(db, actor, asked, { limit, offset: (page - 1) * limit });
    return pageAnswer(rows, total, page, limit);
  }),
  route(contactsCalls.duplicates, async ({ db, actor, input }) => {
    const { list, more } = await findContacts(db, actor, { ...input, name: input.name ?? input.leadsName });
    return pageOfDuplicates(list, input, more);
  }),
  route(contactsCalls.opportunities, async ({ db, actor, input: { contactsId, pageType, page, limit } }) => {
    if (pageType === 0) return (await businessOf(db, actor, contactsId, null)).rows;
    const { rows, total } = await businessOf(db, actor, contactsId, { limit, offset: (page - 1) * limit });
    return pageAnswer(rows, total, page, limit);
  }),
  route(contactsCalls.relate, async ({ db, actor, input }) => {
    await linkBusiness(db, actor, fromContacts([input.contactsId], input.businessIds));
    return null;
  }),
  route(contactsCalls.unrelate, async ({ db, actor, input }) => {
    await unlinkBusiness(db, actor, fromContacts([input.contactsId], input.businessIds));
    return null;
  }),
];
