import type { Examples } from '#server/route-table/table.ts';

export const workbenchExamples: Examples = {
  'Crm/Instrument/queryBulletinInfo': () => ({ body: { label: 2, type: 'today' } }),
  'Crm/Instrument/queryRanking': () => ({ body: { kind: 'follow_up' } }),
};
