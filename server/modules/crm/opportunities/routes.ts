import { tabAnswer } from '#server/modules/crm/tab-answer.ts';
import { contactsOf, contractsOf, opportunitiesOf, productsOf } from '#server/modules/crm/opportunities/related.ts';
import { funnelOf } from '#server/modules/crm/opportunities/funnel.ts';
import { setShares, sharesOf } from '#server/modules/crm/opportunities/shares.ts';
import { activate, boost, stageHistory, stagesOfOne } from '#server/modules/crm/opportunities/stages.ts';
import { fromBusiness, linkBusiness, unlinkBusiness } from '#server/modules/crm/contacts/api.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

export const opportunityRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, opportunityType, opportunityCalls),
  route(opportunityCalls.stages, async ({ db, actor, input }) => stagesOfOne(db, actor, input.businessId)),
  route(opportunityCalls.history, async ({ db, actor, input }) => stageHistory(db, actor, input.businessId)),
  route(opportunityCalls.boost, async ({ db, actor, input }) => boost(db, actor, input)),
  route(opportunityCalls.activation, async ({ db, actor, input }) => activate(db, actor, input.businessId)),
  route(opportunityCalls.products, async ({ db, actor, input }) => productsOf(db, actor, input.businessId)),
  route(opportunityCalls.contracts, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => contractsOf(db, actor, input.businessId, slice)),
  ),
  route(opportunityCalls.contacts, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => contactsOf(db, actor, input.businessId, slice)),
  ),
  route(opportunityCalls.relate, async ({ db, actor, input: { businessId, contactsIds } }) => {
    await linkBusiness(db, actor, fromBusiness([businessId], contactsIds));
    return null;
  }),
  route(opportunityCalls.unrelate, async ({ db, actor, input: { businessId, contactsIds } }) => {
    await unlinkBusiness(db, actor, fromBusiness([businessId], contactsIds));
    return null;
  }),
  route(opportunityCalls.ofCustomer, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => opportunitiesOf(db, actor, input, slice)),
  ),
  route(opportunityCalls.funnel, async ({ db, actor, input }) => funnelOf(db, actor, input)),
  route(opportunityCalls.shares, async ({ db, actor, input }) => sharesOf(db, actor, input.businessId)),
  route(opportunityCalls.setShares, async ({ db, actor, input }) => {
    await setShares(db, actor, input);
    return null;
  }),
];
