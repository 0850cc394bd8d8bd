import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { moduleCode } from '#shared/wire/values.ts';

/** How far the index of a field is. */
const indexState = z.object({
  fieldId: z.int(),
  state: z.enum(['waiting', 'building', 'ready']),
  percent: z.int(),
});
export type IndexState = z.infer<typeof indexState>;

export const fieldIndexCalls = {
  states: endpoint({
    path: 'field/queryIndexes',
    access: 'manage:crm:field',
    input: z.object({ label: moduleCode }),
    output: z.array(indexState),
  }),
};
