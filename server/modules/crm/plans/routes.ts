import { tabAnswer } from '#server/modules/crm/tab-answer.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { addPeriods } from './add-periods.ts';
import { leftOf } from './left.ts';
import { plansOfContract, plansOfCustomer } from './list.ts';

export const planRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, planType, planCalls),
  route(planCalls.unused, async ({ db, actor, input: { contractId, customerId } }) => {
    const { rows } = await plansOfContract(db, actor, contractId, { isUnused: true, customerId, slice: null });
    return rows;
  }),
  route(planCalls.unusedOfContract, async ({ db, actor, input }) => {
    const { rows } = await plansOfContract(db, actor, input.contractId, { isUnused: true, slice: null });
    return rows;
  }),
  route(planCalls.ofContract, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => plansOfContract(db, actor, input.contractId, { slice })),
  ),
  route(planCalls.ofCustomer, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => plansOfCustomer(db, actor, input.customerId, slice)),
  ),
  route(planCalls.left, ({ db, actor, input }) => leftOf(db, actor, input.contractId)),
  route(planCalls.addPeriods, async ({ db, actor, input }) => addPeriods(db, actor, input)),
];
