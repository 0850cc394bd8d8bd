import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { reasonInput } from '#shared/record/states/state-calls.ts';
import type { ReasonInput, StateColumn, Transition } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The reasons for a state that the company has set up, in order. */
async function reasonRows(db: Database, { rows }: ReasonInput, state: number): Promise<string[]> {
  if (!rows) return [];
  const found = await sql<{ name: string }>`
    select s.${sql.ref(rows.nameColumn)} as name from ${sql.table(rows.table)} as s
    where s.${sql.ref(rows.stateColumn)} = ${state} order by s.${sql.ref(rows.placeColumn)}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** The reasons for a declared state of a column that the company has set up; none where no transition there asks for one. */
export async function reasonsFor(db: Database, { transitions }: StateColumn, state: number): Promise<string[]> {
  const asking = Object.values(transitions).find(({ to, reason }) => to === state && reason?.rows !== undefined);
  return asking?.reason ? reasonRows(db, asking.reason, state) : [];
}

/** @throws AppError `state.reason` */
export async function requireReason(
  db: Database,
  { language }: Actor,
  { reason: declared, label }: Transition,
  target: number,
  { reason, remark }: z.output<typeof reasonInput>,
): Promise<void> {
  const isOption =
    reason === undefined ||
    declared?.options.some(({ value }) => value === reason) === true ||
    (declared !== undefined && (await reasonRows(db, declared, target)).includes(reason));
  const isGiven = reason !== undefined || isSaid(remark);
  if (!isOption || (declared?.isRequired && !isGiven))
    throw new AppError('state.reason', { action: translate(language, label) });
}

export const isSaid = (remark: string | undefined): remark is string => remark !== undefined && remark !== '';
