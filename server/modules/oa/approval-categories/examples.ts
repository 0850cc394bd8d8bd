import { furtherThings } from '#server/modules/testing.ts';
import type { Examples } from '#server/route-table/table.ts';

let count = 0;
const title = () => `审批${(count += 1)}-${Date.now()}`;

export const approvalCategoryExamples: Examples = {
  'OaExamineCategory/setExamineCategory': async (_table, { records }) => ({
    body: { id: records['approval_category'], title: title(), examineType: 2 },
    creating: { title: title(), examineType: 2 },
  }),
  // one of its own: the others are asked about the one of the things
  'OaExamineCategory/deleteExamineCategory': async ({ company }, { owner }) => ({
    body: { id: await furtherThings['approval_category']?.(company.db, owner.userId, {}) },
  }),
  'OaExamineCategory/updateStatus': async (_table, { records }) => ({ body: { id: records['approval_category'] } }),
  'field/examineFieldSave': async (_table, { records }) => ({
    body: { categoryId: records['approval_category'], data: [{ name: '金额', formType: 'floatnumber' }] },
  }),
};
