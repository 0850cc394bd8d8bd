import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { recordModules } from '#server/record/registry.ts';
import { AppError, type ErrorCode, type ErrorParams } from '#shared/wire/error-codes.ts';
import { decideAll } from './decide-all.ts';

interface Passed {
  readonly count: number;
  readonly failed: { readonly id: number; readonly msg: string }[];
}

interface Asked {
  readonly id: number;
  readonly approvalId: number;
}

/** A document that is refused is found by halving; with many refusals the rest is not tried again and again. */
const mostTries = 200;

/**
 * Passes documents of a type, each by itself: those that need a choice, or are not the actor's to decide any more, are
 * answered with the reason, the others pass in a few statements.
 * @throws AppError what the decision is refused for when it is the only one, `access.denied` while their area is off
 */
export async function passDocuments(
  db: Database,
  actor: Actor,
  typeCode: number,
  ids: readonly number[],
  remarks: string,
): Promise<Passed> {
  const known = recordModules().find(({ type }) => type.code === typeCode);
  if (known) requireOn(actor, known.type);
  const { rows } = await sql<Asked & { readonly needsChoice: boolean }>`
    select a.record_id as id, a.approval_id as "approvalId", r.is_chosen and exists (select from approval_task t
      where t.approval_id = a.approval_id and t.user_id = ${actor.userId} and t.state = 'pending') as "needsChoice"
    from approval a left join approval_round r on r.approval_id = a.approval_id and r.round = a.round
    where a.type_code = ${typeCode} and a.record_id = any(${[...ids]}::bigint[])
      -- to others it looks as if it were not there, also to those who may read it
      and exists (select from approval_task t where t.approval_id = a.approval_id and t.user_id = ${actor.userId})
    order by a.record_id`.execute(db);
  const failed: Passed['failed'] = [];
  const fail = (id: number, code: ErrorCode, params: ErrorParams = {}) =>
    failed.push({ id, msg: translate(actor.language, code, params) });
  const found = new Set(rows.map(({ id }) => id));
  if (found.size === 0) throw new AppError('access.record');
  for (const id of new Set(ids)) if (!found.has(id)) fail(id, 'access.record');
  for (const { id } of rows.filter(({ needsChoice }) => needsChoice)) fail(id, 'approval.needs_choice');
  let [count, tries] = [0, 0];
  const attempt = async (some: readonly Asked[]): Promise<void> => {
    if (some.length === 0) return;
    tries += 1;
    await sql`savepoint pass_documents`.execute(db);
    try {
      await decideAll(
        db,
        actor,
        some.map(({ approvalId }) => ({ approvalId, decision: { kind: 'pass' }, remarks })),
      );
      await sql`release savepoint pass_documents`.execute(db);
      count += some.length;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint pass_documents`.execute(db);
      // alone it is refused like any decision on it
      if (ids.length === 1) throw error;
      if (some.length === 1 || tries >= mostTries) {
        for (const { id } of some) fail(id, error.code, error.params);
        return;
      }
      const middle = Math.floor(some.length / 2);
      await attempt(some.slice(0, middle));
      await attempt(some.slice(middle));
    }
  };
  await attempt(rows.filter(({ needsChoice }) => !needsChoice));
  return { count, failed };
}
