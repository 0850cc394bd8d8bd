import { newPerson } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const viewingExamples: Examples = {
  'system/viewAs/start': async (table) => ({ body: { userId: await newPerson(table) } }),
  // a login that looks at nobody has nothing to end
  'system/viewAs/end': () => ({ body: {}, code: 404 }),
};
