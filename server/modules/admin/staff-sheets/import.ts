import { sql } from 'kysely';
import '#server/modules/admin/staff-sheets/tables.ts';
import { attemptRights, lackingNames } from '#server/modules/admin/rights/api.ts';
import { outcomeOf } from '#server/modules/admin/staff-sheets/outcome.ts';
import { planStaff, type PlanOptions, type StaffPlan } from '#server/modules/admin/staff-sheets/plan/plan.ts';
import { readStaff, type StaffRow } from '#server/modules/admin/staff-sheets/read.ts';
import { keepRefused } from '#server/modules/admin/staff-sheets/refused-file.ts';
import { readState, type StaffState } from '#server/modules/admin/staff-sheets/state.ts';
import { writePlan, type WrittenStaff } from '#server/modules/admin/staff-sheets/write.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { makeFirstLinks } from '#server/platform/session/password-links.ts';
import type { MadeStaffLink, StaffOutcome, staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface SheetChoices {
  readonly updates?: number | undefined;
  readonly roleIds?: readonly number[] | undefined;
}

type Parts = Pick<Services, 'pool' | 'files' | 'config'>;

/** Thrown to take a trial back. */
class TrialOver extends Error {}

/**
 * What a sheet would come to. It is written and taken back, so that what somebody would gain by it is found as when it is
 * written.
 */
export async function previewStaff(
  services: Parts,
  actor: Actor,
  upload: Upload,
  choices: SheetChoices,
): Promise<StaffOutcome> {
  const rows = await readStaff(upload, actor.language);
  const found: { state: StaffState; plan: StaffPlan }[] = [];
  await inTransaction(services.pool.db, async (trx) => {
    found.push(await perform(trx, actor, rows, choices));
    throw new TrialOver();
  }).catch((error: unknown) => {
    if (!(error instanceof TrialOver)) throw error;
  });
  const [first] = found;
  if (!first) throw new TrialOver();
  return inTransaction(services.pool.db, async (trx) => {
    const { userId, address } = actor;
    await audit(trx, { userId, what: 'preview staff', subject: upload.name, result: 'done', address });
    return {
      ...outcomeOf(first.plan, first.state, actor),
      errorFileId: await keepRefused(services, trx, actor, first.plan.rows),
    };
  });
}

/**
 * Writes the good rows of a sheet in one transaction, planned anew from what is there now (docs/decisions/staff-sheets.md).
 * @throws AppError `rights.lacking` when what it gives somebody cannot be put down to rows
 */
export async function importStaff(
  services: Parts,
  actor: Actor,
  upload: Upload,
  choices: SheetChoices,
): Promise<OutputOf<typeof staffSheetCalls.upload>> {
  const rows = await readStaff(upload, actor.language);
  return inTransaction(services.pool.db, async (trx) => {
    const { state, plan, written } = await perform(trx, actor, rows, choices);
    const outcome = outcomeOf(plan, state, actor);
    const errorFileId = await keepRefused(services, trx, actor, plan.rows);
    const { made, changed, madeDeptIds } = written;
    if (made.length + changed.length + madeDeptIds.length === 0)
      return { ...outcome, errorFileId, importId: null, links: [] };
    const tokens = await makeFirstLinks(
      trx,
      made.map(({ userId }) => userId),
      actor.userId,
    );
    const fileName = cleanFileName(upload.name);
    const { staff_import_id: importId } = await trx
      .insertInto('staff_import')
      .values({
        create_user_id: actor.userId,
        file_name: fileName,
        made_dept_ids: [...madeDeptIds],
        made: JSON.stringify(made),
        changed: JSON.stringify(changed),
        undone_time: null,
        undone_user_id: null,
      })
      .returning('staff_import_id')
      .executeTakeFirstOrThrow();
    const { userId, address } = actor;
    await audit(trx, { userId, what: 'import staff', subject: fileName, result: 'done', address });
    return { ...outcome, errorFileId, importId, links: await linksOf(trx, tokens) };
  });
}

async function linksOf(db: Database, tokens: ReadonlyMap<number, string>): Promise<MadeStaffLink[]> {
  const { rows } = await sql<Omit<MadeStaffLink, 'token'>>`
    select u.user_id as "userId", u.realname, u.username, d.name as dept
    from app_user u join department d on d.dept_id = u.dept_id
    where u.user_id = any(${[...tokens.keys()]}::int[]) order by u.user_id`.execute(db);
  return rows.map((row) => ({ ...row, token: tokens.get(row.userId) ?? '' }));
}

interface Performed {
  readonly state: StaffState;
  readonly plan: StaffPlan;
  readonly written: WrittenStaff;
}

/** Plans and writes; rows that give somebody more than the actor has are refused, and the rest is planned again. */
async function perform(
  trx: Database,
  actor: Actor,
  rows: readonly StaffRow[],
  choices: SheetChoices,
): Promise<Performed> {
  await organisationChanged(trx);
  const state = await readState(trx, actor);
  const updates = choices.updates === 1;
  const gaining = new Map<number, string>();
  let options: PlanOptions = {
    updates,
    mayUpdate: actor.mayDo('manage:users:userUpdate'),
    mayMakeDepartments: actor.mayDo('manage:users:deptSave'),
    roleIds: choices.roleIds ?? [],
    gaining,
  };
  for (;;) {
    const plan = planStaff(rows, state, options);
    const idOf = new Map<number, number>();
    const attempt = await attemptRights(trx, actor, () => writePlan(trx, actor, plan, updates, idOf));
    if (attempt.done) return { state, plan, written: attempt.result };
    const { beyond } = attempt;
    const names = lackingNames(beyond.lacking, actor.language);
    const known = gaining.size;
    for (const [row, userId] of idOf) if (beyond.people.has(userId)) gaining.set(row, names);
    if (gaining.size > known) continue;
    // somebody who is here gains by who is moved
    if (options.noMoves !== undefined) throw new AppError('rights.lacking', { names });
    options = { ...options, noMoves: names };
  }
}
