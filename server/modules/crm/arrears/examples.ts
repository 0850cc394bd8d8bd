import type { Examples } from '#server/route-table/table.ts';

export const arrearsExamples: Examples = {
  // it is settled already
  'CrmsArrears/closeArrearOrder': (_table, { records }) => ({ body: { arrearsId: records['arrears'] }, code: 422 }),
};
