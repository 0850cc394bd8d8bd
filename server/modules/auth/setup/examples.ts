import type { Examples } from '#server/route-table/table.ts';

export const setupExamples: Examples = {
  // there is an administrator already
  'setup/createAdmin': () => ({ code: 404 }),
};
