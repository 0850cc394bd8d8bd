import type { Examples } from '#server/route-table/table.ts';

const today = new Date().toISOString().slice(0, 10);

export const auditExamples: Examples = {
  'system/log/queryLoginLog': () => ({ body: { startDate: today, endDate: today, result: 'done' } }),
  'system/log/queryOperationLog': () => ({ body: { startDate: today, endDate: today, kind: 'add' } }),
  'system/log/exportLoginLog': () => ({ body: { startDate: today, endDate: today } }),
  'system/log/exportOperationLog': () => ({ body: { startDate: today, endDate: today } }),
};
