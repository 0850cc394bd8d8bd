import type { Examples } from '#server/route-table/table.ts';

export const searchExamples: Examples = {
  'search/queryAll': () => ({ body: { search: '公司' } }),
};
