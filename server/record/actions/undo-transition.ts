import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Titled } from '#server/record/actions/kept-titles.ts';
import type { UndoneAction } from '#server/record/actions/undo-reach.ts';
import { leave } from '#server/record/actions/undo-rows.ts';
import { recordModule } from '#server/record/registry.ts';
import { transitionRows } from '#server/record/states/apply.ts';
import type { TransitionRules } from '#server/record/states/transition-rules.ts';

/** What the type says about undoing a transition; undefined for other actions. */
export const undoRules = (type: RecordType, { details }: Pick<UndoneAction, 'details'>): TransitionRules['undo'] =>
  recordModule(type.code).rules.transitions?.[String(details['column'] ?? '')]?.[String(details['transition'] ?? '')]
    ?.undo;

/** Marks records on which something depends since their transition, so that the undo leaves them, and says what. */
export async function leaveDependedOn(
  db: Database,
  actor: Actor,
  type: RecordType,
  act: UndoneAction,
): Promise<Titled[]> {
  const undo = undoRules(type, act);
  if (!undo) return [];
  const { rows: undone } = await sql<{ id: number }>`
    select record_id as id from operation_row
    where operation_id = ${act.operationId} and undo = 'undone'`.execute(db);
  const rows = await transitionRows(
    db,
    type,
    undone.map(({ id }) => id),
  );
  const refusals = await undo.guard(db, actor, rows);
  const left = rows.flatMap(({ id, title }): Required<Titled>[] => {
    const refusal = refusals.get(id);
    return refusal ? [{ id, title, msg: translate(actor.language, refusal.code, refusal.params) }] : [];
  });
  await leave(db, act.operationId, left);
  return left;
}

/** What follows from undoing a transition for other records than those that it changed. */
export async function undoEffect(
  db: Database,
  actor: Actor,
  type: RecordType,
  act: UndoneAction,
  ids: readonly number[],
): Promise<void> {
  const effect = undoRules(type, act)?.effect;
  if (effect && ids.length > 0) await effect(db, actor, await transitionRows(db, type, ids));
}
