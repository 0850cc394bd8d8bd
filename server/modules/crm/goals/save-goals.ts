import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { objectOf, type SentGoal } from '#shared/crm/goals/goal-calls.ts';
import { goalTypes, months, readGoal, type GoalSet, type Months } from '#shared/crm/goals/goal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { itemOf } from './goal-item.ts';
import { goalObjects, holdGoals, readGoals, writeGoals, type GoalObject } from './stored-goals.ts';

/** A sent goal that is understood. */
interface Given {
  readonly set: GoalSet;
  readonly object: GoalObject;
  readonly months: Months;
  readonly version: number | undefined;
}

/**
 * Replaces goals, all or none; what one save changes in a year is one change of settings. What stays as it is may be sent by anybody
 * who has read it, whatever has become of the person since.
 * @throws AppError `goal.no_object`, `goal.unknown_dept`, `goal.unknown_user`, `goal.twice`, `goal.amount`, `goal.disabled`,
 * `goal.changed_since`
 */
export async function saveGoals(db: Database, actor: Actor, sent: readonly SentGoal[]): Promise<void> {
  await holdGoals(db);
  const given = await understood(db, sent);
  for (const ofSet of Map.groupBy(given, ({ set }) => itemOf(set, [])).values()) {
    const [first] = ofSet;
    if (!first) continue;
    const changed = await changedOf(db, first.set, ofSet);
    if (changed.length === 0) continue;
    const item = itemOf(
      first.set,
      changed.map(([id]) => id),
    );
    await changing(db, actor, 'goal', item, () => replaceGoals(db, actor, first.set, changed));
  }
}

/**
 * Writes goals that differ from what is stored; call it while goals are held.
 * @throws AppError `goal.unknown_dept`, `goal.unknown_user`, `goal.disabled`
 */
export async function replaceGoals(
  db: Database,
  actor: Actor,
  set: GoalSet,
  goals: readonly (readonly [id: number, months: Months])[],
): Promise<void> {
  const ids = goals.map(([id]) => id);
  const objects = await goalObjects(db, set.type, ids);
  for (const [at, id] of ids.entries()) {
    const object = objects.get(id);
    if (!object) throw unknown(set, at);
    if (object.isDisabled) throw new AppError('goal.disabled', { object: object.name });
  }
  await writeGoals(db, set, goals);
  await audit(db, {
    userId: actor.userId,
    what: 'goal.set',
    subject: `goal ${itemOf(set, ids)}`,
    result: 'done',
    address: actor.address,
  });
}

const unknown = ({ type }: Pick<GoalSet, 'type'>, at: number): AppError =>
  new AppError(type === goalTypes.dept ? 'goal.unknown_dept' : 'goal.unknown_user', { row: at + 1 });

async function understood(db: Database, sent: readonly SentGoal[]): Promise<Given[]> {
  const objects = new Map<number, Map<number, GoalObject>>();
  for (const [type, ofType] of Map.groupBy(sent, (one) => one.type))
    objects.set(
      type,
      await goalObjects(
        db,
        type,
        ofType.flatMap((one) => objectOf(one) ?? []),
      ),
    );
  const seen = new Set<string>();
  return sent.map((goal, at) => {
    const { type, year, status, version } = goal;
    const id = objectOf(goal);
    if (id === undefined) throw new AppError('goal.no_object', { row: at + 1 });
    const object = objects.get(type)?.get(id);
    if (!object) throw unknown(goal, at);
    const set = { type, year, status };
    const item = itemOf(set, [id]);
    if (seen.has(item)) throw new AppError('goal.twice', { object: object.name, year });
    seen.add(item);
    return { set, object, months: amountsOf(goal, object), version };
  });
}

const amountsOf = (goal: SentGoal, { name }: GoalObject): Months =>
  months.map((month) => {
    const amount = readGoal(String(goal[month] ?? ''));
    if (amount === null) throw new AppError('goal.amount', { object: name, parameter: month });
    return amount;
  });

async function changedOf(
  db: Database,
  set: GoalSet,
  given: readonly Given[],
): Promise<(readonly [id: number, months: Months])[]> {
  const stored = await readGoals(
    db,
    set,
    given.map(({ object }) => object.id),
  );
  return given.flatMap(({ object: { id, name }, months: amounts, version }) => {
    const former = stored(id);
    if (amounts.every((amount, at) => amount === former.months[at])) return [];
    if (version !== undefined && version !== former.version)
      throw new AppError('goal.changed_since', { object: name, year: set.year });
    return [[id, amounts] as const];
  });
}
