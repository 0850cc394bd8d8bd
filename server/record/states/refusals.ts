import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RefusedRecord } from '#shared/record/states/state-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { declaredState, isStaged, startsIn, type StateColumn, type Transition } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { lockedProblems } from '#server/record/states/locks.ts';
import type { Stage } from '#server/record/states/stages.ts';
import type { TransitionRow } from '#server/record/states/transition-rules.ts';

interface Wanted {
  readonly column: StateColumn;
  readonly transition: Transition;
  readonly target: number;
  readonly stages: readonly Stage[];
}
type Row = TransitionRow;
type Refusals = ReadonlyMap<number, AppError>;

/** The problems of a transition because of the states of locked records. */
export async function stateRefusals(
  db: Database,
  actor: Actor,
  type: RecordType,
  wanted: Wanted,
  rows: readonly Row[],
): Promise<Refusals> {
  const refusals = new Map<number, AppError>();
  const elsewhere: Row[] = [];
  for (const row of rows) {
    const state = stateIn(wanted.column, row);
    if (wanted.transition.isRepeatable && state === wanted.target) continue;
    const refusal = lockRefusal(type, actor.language, wanted, row) ?? stageRefusal(actor.language, wanted, row);
    if (!startsIn(wanted.transition, state, wanted.target)) elsewhere.push(row);
    else if (refusal) refusals.set(row.id, refusal);
  }
  const movers = await lastMovers(db, type, wanted.column, elsewhere);
  const names = elsewhere.length === 0 ? null : await directoryOf(db, actor.rights.version);
  const nameOf = (value: number | null) => stateName(wanted.column, wanted.stages, value, actor.language);
  for (const row of elsewhere) {
    const params = { name: row.title, from: nameOf(stateIn(wanted.column, row)), to: nameOf(wanted.target) };
    const mover = movers.get(row.id);
    const isTheirs = mover?.to === String(stateIn(wanted.column, row));
    const editor = isTheirs ? names?.user(mover.actorId) : undefined;
    const refusal = editor
      ? new AppError('state.moved', { ...params, editor, time: mover?.time ?? '' })
      : new AppError('state.from', params);
    refusals.set(row.id, refusal);
  }
  return refusals;
}

const stateIn = ({ column }: StateColumn, { row }: Row): number | null => {
  const value = row[column];
  return value === null || value === undefined ? null : Number(value);
};

/** The name of a state; '' for none. */
function stateName(column: StateColumn, stages: readonly Stage[], value: number | null, language: Language): string {
  if (isStaged(column)) return stages.find(({ id }) => id === value)?.name ?? '';
  const state = declaredState(column, value);
  return state ? translate(language, state.label) : '';
}

function lockRefusal(type: RecordType, language: Language, { column }: Wanted, { row, title }: Row): AppError | null {
  const named = { ...row, [type.titleField]: title };
  const [problem] = lockedProblems(type, { byName: new Map() }, named, [column.column], language);
  return problem ? new AppError(problem.code, problem.params) : null;
}

/** A stage of another group than the record's is not a possible state of it. */
function stageRefusal(language: Language, { column, stages, target }: Wanted, row: Row): AppError | null {
  if (!isStaged(column)) return null;
  const group = stages.find(({ id }) => id === target)?.group;
  if (group === row.row[column.values.groupField]) return null;
  const nameOf = (value: number | null) => stateName(column, stages, value, language);
  return new AppError('state.stage', { name: row.title, from: nameOf(stateIn(column, row)), to: nameOf(target) });
}

interface Mover {
  readonly actorId: number;
  readonly time: string;
  /** The state as text; an undo may have reverted it. */
  readonly to: string;
}

/** Who last changed the state of each record, and when; absent for unchanged ones. */
async function lastMovers(
  db: Database,
  type: RecordType,
  { column }: StateColumn,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Mover>> {
  if (rows.length === 0) return new Map();
  const { rows: movers } = await sql<Mover & { id: number }>`
    select distinct on (e.record_id) e.record_id as id, e.actor_id as "actorId", e.created_at as time,
      (select change ->> 'to' from jsonb_array_elements(e.changes) as change where change ->> 'id' = ${column}) as to
    from event e
    where e.type_code = ${type.code} and e.record_id = any(${rows.map(({ id }) => id)}::bigint[])
      and e.changes @> ${JSON.stringify([{ id: column }])}::jsonb
    order by e.record_id, e.event_id desc`.execute(db);
  return new Map(movers.map((mover) => [mover.id, mover]));
}

/** Maximum number of names in the refusal of several records. */
const mostNames = 5;

/**
 * All or none: one refused record refuses the call. A common reason is reported as it is; for different reasons the
 * message has the names, and the details have the reasons.
 */
export function throwRefused(
  { language }: Actor,
  { label }: Transition,
  rows: readonly { readonly id: number; readonly title: string }[],
  refusals: Refusals,
): void {
  const refused = rows.flatMap(({ id, title }): RefusedRecord[] => {
    const refusal = refusals.get(id);
    return refusal ? [{ id, name: title, msg: translate(language, refusal.code, refusal.params) }] : [];
  });
  const [first] = refused;
  const refusal = first && refusals.get(first.id);
  if (!refusal) return;
  if (refused.every(({ msg }) => msg === first.msg)) throw new AppError(refusal.code, refusal.params, { refused });
  const names = refused.slice(0, mostNames).map(({ name }) => name);
  throw new AppError(
    'state.refused',
    {
      count: refused.length,
      action: translate(language, label),
      names: [...names, ...(refused.length > mostNames ? ['…'] : [])].join(translate(language, 'record_action.comma')),
    },
    { refused },
  );
}
