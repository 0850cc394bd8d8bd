import { questionOf } from '#server/platform/access/question.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { performanceCalls } from '#shared/crm/performance/performance-calls.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { stagesMade } from './funnel.ts';
import { moneyByMonth, performanceOf, seesMoney } from './performance.ts';

/** What people sold, beside what they were to sell (docs/decisions/dashboard.md). */
export const performanceRoutes = (): Route[] => [
  route(performanceCalls.performance, async ({ db, actor, input }) => {
    const question = await questionOf(db, actor, input);
    if (await seesMoney(db, actor)) return performanceOf(db, actor, question, input.status);
    return { contractMoneys: '', receivablesMoneys: '', achievementMoneys: '', proportion: '' };
  }),
  route(performanceCalls.months, async ({ db, actor, input }) => {
    const question = await questionOf(db, actor, input);
    if (!(await seesMoney(db, actor))) return { list: [], totlaContractMoney: '', totlaReceivablesMoney: '' };
    const months = await moneyByMonth(db, actor, question);
    return {
      list: months.map(({ month, contracts, received }) => ({
        type: month,
        contractMoneys: contracts,
        receivablesMoneys: received,
      })),
      totlaContractMoney: sumOf(months.map(({ contracts }) => contracts)),
      totlaReceivablesMoney: sumOf(months.map(({ received }) => received)),
    };
  }),
  route(performanceCalls.funnel, async ({ db, actor, input: { typeId, ...asked } }) =>
    stagesMade(db, actor, await questionOf(db, actor, asked), typeId),
  ),
];
