import { headingWords } from '#server/modules/crm/heading-words.ts';
import { keptOfProducts } from '#server/modules/crm/deals/api.ts';
import { contractDiscarded, contractPassed, keptByLedger } from '#server/modules/crm/ledger/api.ts';
import { saveAsDraft, submit } from '#server/approval/submit.ts';
import { approvalReach, keptWhileRunning } from '#server/approval/reach.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { Rules } from '#server/record/registry.ts';

export const contractRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  undeletable: async (db, ids) =>
    new Map([...(await keptByLedger(db, ids)), ...(await keptWhileRunning(contractType)(db, ids))]),
  lineValues: keptOfProducts,
  afterSave: async (db, actor, written) => {
    for (const { id, input } of written) {
      if (!input) continue;
      const entity = (input['entity'] ?? {}) as Record<string, unknown>;
      if (Number(entity['checkStatus']) === checkStatuses.draft) await saveAsDraft(db, actor, contractType, id);
      else await submit(db, actor, contractType, id);
    }
  },
  transitions: {
    check_status: {
      approve: {
        effect: async (db, actor, rows) =>
          contractPassed(
            db,
            actor,
            rows.map(({ id }) => id),
          ),
      },
      discard: {
        effect: async (db, actor, rows) =>
          contractDiscarded(
            db,
            actor,
            rows.map(({ id }) => id),
          ),
      },
    },
  },
};
