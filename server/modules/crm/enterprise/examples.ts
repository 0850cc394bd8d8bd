import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const enterpriseExamples: Examples = {
  'CrmEnterprise/uploadExcel': () => ({
    body: {},
    file: { name: '企业.csv', content: Buffer.from(`企业名称\n${fresh('企业')}\n`) },
  }),
};
