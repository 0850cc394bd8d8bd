import { headingWords } from '#server/modules/crm/heading-words.ts';
import { keptOfSoldProducts } from '#server/modules/crm/deals/api.ts';
import { ordersOutdated, requireOrdersCurrent } from '#server/modules/crm/contracts/changes/change.ts';
import { contractTransitions, referenced } from '#server/modules/crm/contracts/effects.ts';
import { contractProblems, derivedOf } from '#server/modules/crm/contracts/derived.ts';
import { keptByLedger } from '#server/modules/crm/ledger/api.ts';
import { approvalReach, examineRecordId, keptWhileRunning } from '#server/approval/reach.ts';
import { moneyOfPage } from '#server/modules/crm/contracts/answers/lists.ts';
import { contractTemplates } from '#server/modules/crm/contracts/print-template.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { Rules } from '#server/record/registry.ts';

const running = keptWhileRunning(contractType);

/** What is special about contracts: what follows from their lines, and what becomes of them once they have passed. */
export const contractRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  validate: [contractProblems],
  beforeSave: derivedOf,
  lineValues: keptOfSoldProducts,
  transitions: contractTransitions,
  undeletable: async (db, ids) =>
    new Map([...(await running(db, ids)), ...(await keptByLedger(db, ids)), ...(await referenced(db, ids))]),
  unrestorable: ordersOutdated,
  afterUndo: requireOrdersCurrent,
  rowExtras: async () => ({ examineRecordId: examineRecordId(contractType) }),
  listBeside: async (db, actor, rows) => ({ money: await moneyOfPage(db, actor, rows) }),
  printTemplates: contractTemplates,
};
