import { sql } from 'kysely';
import { stagesOf } from '#server/record/states/stages.ts';
import { driveState } from '#server/record/states/change.ts';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';
import { stateCallOf } from '#shared/record/states/state-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { declaredStates, isStaged, startsIn, type StateColumn, type Transition } from '#shared/record/states/state.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { translate } from '#shared/i18n/translate.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

/** A state that a record may be brought to, with the group that it is a stage of. */
export interface Place {
  readonly value: number;
  readonly group: string | number | null;
}

/** Every state of a column, the stages of each group in their order. */
export async function placesOf(company: Company, column: StateColumn): Promise<Place[]> {
  if (!isStaged(column)) return declaredStates(column).map(({ value }) => ({ value, group: null }));
  return (await stagesOf(company.db, column.values)).map(({ id, group }) => ({ value: id, group }));
}

/** Puts a record into a state, past all transitions. */
export async function putInto(
  company: Company,
  type: RecordType,
  column: StateColumn,
  id: number,
  { value, group }: Place,
): Promise<void> {
  const sets = [
    sql`${sql.ref(column.column)} = ${value}`,
    ...(isStaged(column) ? [sql`${sql.ref(column.values.groupField)} = ${group}`] : []),
  ];
  await sql`update ${sql.table(type.table)} set ${sql.join(sets)} where ${sql.ref(type.idColumn)} = ${id}`.execute(
    company.db,
  );
}

/** The answer of a transition, asked for as people or as its process do. */
interface Asked extends Pick<Answer, 'code' | 'msg' | 'data'> {
  /** Of a refusal. */
  readonly detail: unknown;
}

/** What a transition is asked with beside the records; its reason, where it needs one. */
export function bodyOf(column: StateColumn, name: string, to: number): Record<string, unknown> {
  const { to: fixed, reason } = transitionBy(column, name);
  return {
    column: column.column,
    transition: name,
    ...(fixed === 'chosen' ? { to } : {}),
    ...(reason ? { input: { remark: '另有安排' } } : {}),
  };
}

export function transitionBy(column: StateColumn, name: string): Transition {
  const transition = column.transitions[name];
  if (!transition) throw new Error(`${column.column} has no transition ${name}`);
  return transition;
}

/** Asks for a transition by the call that people have for it; a column of a process is driven. */
export async function askTransition(
  company: Company,
  type: RecordType,
  column: StateColumn,
  {
    name,
    to,
    ids,
    who,
  }: { readonly name: string; readonly to: number; readonly ids: readonly number[]; readonly who: PersonName },
): Promise<Asked> {
  if (column.driver !== undefined) return drive(company, type, column, { name, to, ids, who });
  const own = transitionBy(column, name).call;
  const path = own?.path ?? stateCallOf(type, column)?.path ?? '';
  const body = own?.body ?? bodyOf(column, name, to);
  const answer = await company.call(path, { ids, ...body }, { as: company.people[who] });
  return { ...answer, detail: answer.body['detail'] };
}

async function drive(
  company: Company,
  type: RecordType,
  { column, driver, transitions }: StateColumn,
  {
    name,
    to,
    ids,
    who,
  }: { readonly name: string; readonly to: number; readonly ids: readonly number[]; readonly who: PersonName },
): Promise<Asked> {
  if (!driver) throw new Error(`nobody drives ${column}`);
  const actor = await company.services.gate.actorFor(company.db, company.people[who].userId);
  const input = transitions[name]?.reason ? { remark: '另有安排' } : undefined;
  try {
    const data = await inTransaction(company.db, (db) =>
      driveState(db, type, ids, column, name, { driver, actor, to, input }),
    );
    return { code: 0, msg: '', data, detail: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      code: errorCodes[error.code],
      msg: translate('cn', error.code, error.params),
      data: null,
      detail: error.detail,
    };
  }
}

/** A way between two states of a column, or what stands in its place. */
export interface Pair {
  readonly from: Place;
  readonly to: Place;
  /** Transitions that lead there from here, and those that lead there from elsewhere only. */
  readonly open: readonly string[];
  readonly shut: readonly string[];
}

/** Every pair of different states of a column. Stages of two groups have no way between them. */
export const pairsOf = (column: StateColumn, places: readonly Place[]): Pair[] =>
  places.flatMap((from) =>
    places
      .filter((to) => to !== from)
      .map((to): Pair => {
        const leading = Object.entries(column.transitions).filter(
          ([, one]) => one.to === 'chosen' || one.to === to.value,
        );
        const isOpen = (one: Transition) => startsIn(one, from.value, to.value) && from.group === to.group;
        return {
          from,
          to,
          open: leading.filter(([, one]) => isOpen(one)).map(([name]) => name),
          shut: leading.filter(([, one]) => !isOpen(one)).map(([name]) => name),
        };
      }),
  );
