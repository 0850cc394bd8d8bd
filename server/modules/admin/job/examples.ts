import { randomUUID } from 'node:crypto';
import type { Examples } from '#server/route-table/table.ts';

export const jobExamples: Examples = {
  'system/job/reviveDeadLetters': () => ({ body: { jobIds: [randomUUID()] } }),
};
