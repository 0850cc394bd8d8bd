import type { Database } from '#server/platform/database/tables.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { months, sumOfYear, type GoalType, type Months } from '#shared/crm/goals/goal.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { partsOf } from './goal-item.ts';
import { replaceGoals } from './save-goals.ts';
import { goalObjects, holdGoals, readGoals } from './stored-goals.ts';

/** The goals that a save has changed, in the order of their ids. */
interface SavedGoals {
  readonly type: GoalType;
  readonly goals: readonly (readonly [id: number, months: Months])[];
}

/** The goals of departments and people. */
export const goalKind: SettingKind<SavedGoals> = {
  name: 'goal',
  title: 'goal.name',
  access: ['manage:crm:achievement'],
  hold: holdGoals,
  read: async (db, item) => {
    const { set, ids } = partsOf(item);
    if (ids.length === 0) return null;
    const stored = await readGoals(db, set, ids);
    return { type: set.type, goals: ids.map((id) => [id, stored(id).months] as const) };
  },
  write: async (db, actor, item, value) => {
    if (value) await replaceGoals(db, actor, partsOf(item).set, value.goals);
  },
  nameOf: async (db, item, language) => {
    const { set, ids } = partsOf(item);
    const text = (key: MessageKey, values = {}) => translate(language, key, values);
    const names = [...(await namesOf(db, set.type, ids)).values()];
    const shown = names.slice(0, 3).join(text('rights.comma'));
    return [
      text('goal.of_year', { year: set.year }),
      text(`goal.status.${set.status}`),
      names.length > 3 ? text('goal.and_others', { names: shown, count: names.length }) : shown,
    ].join(' · ');
  },
  // years first: with many goals they are what one looks for
  linesOf: async (db, { type, goals }, language) => {
    const names = await namesOf(
      db,
      type,
      goals.map(([id]) => id),
    );
    const label = (id: number, key: MessageKey) => `${names.get(id) ?? id} · ${translate(language, key)}`;
    return new Map([
      ...goals.map(([id, amounts]) => [label(id, 'goal.year'), withSeparators(sumOfYear(amounts))] as const),
      ...goals.flatMap(([id, amounts]) =>
        months.map((month, at) => [label(id, `parameter.${month}`), withSeparators(amounts[at] ?? '')] as const),
      ),
    ]);
  },
};

/** Several people may have one name, and so may departments: their numbers tell them apart. */
async function namesOf(db: Database, type: GoalType, ids: readonly number[]): Promise<Map<number, string>> {
  const objects = [...(await goalObjects(db, type, ids)).values()].toSorted((left, right) => left.id - right.id);
  const isAmbiguous = (name: string) => objects.filter((one) => one.name === name).length > 1;
  return new Map(objects.map(({ id, name }) => [id, isAmbiguous(name) ? `${name} (${id})` : name]));
}
