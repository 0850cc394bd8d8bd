import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, nothing } from '#shared/wire/values.ts';

/** What a newcomer does first, in this order. */
export const firstSteps = ['import', 'invite', 'fields', 'pool', 'follow_up'] as const;
export type FirstStepKey = (typeof firstSteps)[number];

export const firstStepsCalls = {
  /** The steps that the caller has the rights for; none once they were hidden. */
  list: endpoint({
    path: 'system/user/queryFirstSteps',
    access: 'login',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          key: z.enum(firstSteps),
          /** 1 once it has been done, wherever that was. */
          isDone: flag,
        }),
      ),
    }),
  }),
  /** The caller has seen enough of them: they do not come back, in no browser. */
  hide: endpoint({
    path: 'system/user/hideFirstSteps',
    access: 'login',
    effect: 'write',
    input: nothing,
    output: done,
  }),
};
