import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { systemPass } from '#server/approval/submit.ts';
import { requireAll, scoped } from '#server/record/access/scope.ts';
import { translate } from '#shared/i18n/translate.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/**
 * Drafts of running contracts of an old system come into force as they are, without asking anybody. All or none.
 * @throws AppError `access.record`, `approval.decided`, `approval.passed`
 */
export async function takeOver(db: Database, actor: Actor, ids: readonly number[]): Promise<number> {
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other);
  await requireAll(db, contractType, wanted, scoped(actor, contractType, 'write'));
  for (const id of wanted) await systemPass(db, actor, contractType, id, translate(actor.language, 'contract.opening'));
  return wanted.length;
}
