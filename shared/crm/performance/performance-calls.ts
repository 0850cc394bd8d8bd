import { z } from 'zod';
import { goalStatuses } from '#shared/crm/goals/goal.ts';
import { question, questionCodes, questionIds } from '#shared/platform/question.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { optionalId } from '#shared/wire/values.ts';

/** Two decimals; '' for whoever does not see these amounts. */
const amount = z.string();

/** Parts of the dashboard about money, whose months are those that a period touches, each as a whole. */
export const performanceCalls = {
  /** What contracts in force came to and what was received, beside the goals of the same people and months. */
  performance: endpoint({
    path: 'Crm/Instrument/queryPerformance',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object({
      ...question,
      /** 1 measures contracts, 2 what was received. */
      status: z.coerce.number().int().min(1).max(2).default(goalStatuses.contract),
    }),
    output: z.object({
      contractMoneys: amount,
      receivablesMoneys: amount,
      /** The goals; 0.00 where there are none. */
      achievementMoneys: amount,
      /** Per cent of the goals that is reached, two decimals; '' without goals. */
      proportion: z.string(),
    }),
    codes: questionCodes,
  }),
  /** The same by month, the oldest first; the misspellings are the wire's. */
  months: endpoint({
    path: 'Crm/Instrument/sellMonth',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object(question),
    output: z.object({
      list: z.array(
        z.object({
          /** `yyyy-MM`. */
          type: z.string(),
          contractMoneys: amount,
          receivablesMoneys: amount,
        }),
      ),
      totlaContractMoney: amount,
      totlaReceivablesMoney: amount,
    }),
    codes: questionCodes,
  }),
  /** Opportunities of a group that were made in the period, by the stage that they stand in; then what was won and lost. */
  funnel: endpoint({
    path: 'Crm/Instrument/queryBusiness',
    access: 'login',
    application: 'crm',
    ids: { ...questionIds, typeId: 'reference' },
    input: z.object({ ...question, typeId: optionalId }),
    output: z.object({
      list: z.array(
        z.object({ statusId: z.int(), name: z.string(), count: z.int(), money: amount, orderNum: z.int() }),
      ),
      sumMoney: amount,
      sumYing: amount,
      sumShu: amount,
    }),
    codes: questionCodes,
  }),
};
