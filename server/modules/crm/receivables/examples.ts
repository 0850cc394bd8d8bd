import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

/** Those of the things are drafts of contracts that are not in force. */
export const receivableExamples: Examples = {
  'crm/receivables/check': (_table, { records }) => ({
    body: { receivablesId: records[receivableType.name] },
    code: 422,
  }),
  'crm/receivables/revokeCheck': (_table, { records }) => ({
    body: { receivablesId: records[receivableType.name], remarks: '有误' },
    code: 409,
  }),
  'CrmReceivables/passOpeningBalances': (_table, { records }) => ({
    body: { receivablesIds: [records[receivableType.name]] },
    code: 422,
  }),
  'CrmReceivables/receivablesDiscard': (_table, { records }) => ({
    body: { receivablesId: records[receivableType.name] },
    code: 409,
  }),
  'CrmBank/uploadExcel': () => ({
    body: {},
    file: {
      name: '流水.csv',
      content: Buffer.from(`交易日期,对方户名,收入金额,流水号\n2026-01-01,${fresh('付款人')},10,1\n`),
    },
  }),
  // the contract is a draft
  'CrmBank/confirm': (_table, { records }) => ({
    body: { lineId: records['bank_line'], contractId: records[contractType.name] },
    code: 422,
  }),
  'CrmBank/setStatus': (_table, { records }) => ({ body: { lineId: records['bank_line'], status: 2 } }),
};
