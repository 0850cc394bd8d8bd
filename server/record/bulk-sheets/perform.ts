import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { bulkSheetActions, type BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findTargets } from '#server/record/bulk-sheets/find-records.ts';
import { planFollowUps } from '#server/record/bulk-sheets/plan-follow-ups.ts';
import { planDeletion, planOwner, planPool } from '#server/record/bulk-sheets/plan-records.ts';
import { planTeam, planTeamRemoval } from '#server/record/bulk-sheets/plan-teams.ts';
import type { Deed, Plan, Planning } from '#server/record/bulk-sheets/plan.ts';
import type { BulkSheet } from '#server/record/bulk-sheets/read-rows.ts';
import { Report } from '#server/record/bulk-sheets/report.ts';
import { openOperation } from '#server/record/write/change-many.ts';
import { poolScope, scoped } from '#server/record/access/scope.ts';

/** Maximum attempts per sheet; a refused group is halved until the responsible rows are found. */
const mostTries = 400;

const plans: Readonly<Record<BulkSheetKind, (planning: Planning) => Promise<Plan>>> = {
  team: planTeam,
  team_removal: planTeamRemoval,
  deletion: planDeletion,
  follow_up: planFollowUps,
  pool: planPool,
  owner: planOwner,
};

/**
 * Executes a sheet in the transaction of `db`: the good rows as one action with one undo, the others are reported with
 * the reason.
 */
export async function performSheet(
  db: Database,
  actor: Actor,
  type: RecordType,
  kind: BulkSheetKind,
  sheet: BulkSheet,
  options: Pick<Planning, 'userId' | 'pool'>,
): Promise<BulkSheetAnswer> {
  const report = new Report();
  const lines = await findTargets(db, actor, type, sheet.lines, reachOf(actor, type, kind), report);
  const { deeds, perform } = await plans[kind]({ db, actor, type, lines, report, ...options });
  let operationId: number | null = null;
  let tries = 0;
  const attempt = async (some: readonly Deed[]): Promise<void> => {
    tries += 1;
    await sql`savepoint sheet_rows`.execute(db);
    try {
      const whole =
        operationId ??
        (await openOperation(db, actor, type, {
          verb: `sheet_${kind}`,
          access: permissionOf(type, bulkSheetActions[kind]),
        }));
      await perform(some, whole);
      await sql`release savepoint sheet_rows`.execute(db);
      operationId = whole;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint sheet_rows`.execute(db);
      if (some.length === 1 || tries >= mostTries) {
        for (const { row } of some) report.fail(row, error.code, error.params);
        return;
      }
      const middle = Math.floor(some.length / 2);
      await attempt(some.slice(0, middle));
      await attempt(some.slice(middle));
    }
  };
  for (const group of Map.groupBy(deeds, (deed) => deed.group).values()) await attempt(group);
  return report.answer(sheet, actor.language, operationId);
}

/** A follow-up requires only read access; records in the pool can be deleted, and are in the pool already. */
function reachOf(actor: Actor, type: RecordType, kind: BulkSheetKind) {
  const read = scoped(actor, type).where;
  const write = scoped(actor, type, 'write').where;
  const pooled = poolScope(actor, type).where;
  const isForPool = kind === 'follow_up' || kind === 'deletion' || kind === 'pool';
  const changed = kind === 'follow_up' ? read : write;
  if (!isForPool) return { seen: read, changed };
  return { seen: sql<boolean>`((${read}) or (${pooled}))`, changed: sql<boolean>`((${changed}) or (${pooled}))` };
}
