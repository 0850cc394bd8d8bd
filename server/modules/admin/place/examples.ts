import type { Examples } from '#server/route-table/table.ts';

export const placeExamples: Examples = {
  'map/searchPlace': () => ({ body: { text: '石家庄' } }),
};
