import type { Examples } from '#server/route-table/table.ts';

export const menuExamples: Examples = {
  'system/menu/getMenuListByType': () => ({ body: { roleType: 2 } }),
};
