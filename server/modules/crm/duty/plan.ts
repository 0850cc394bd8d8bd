import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { replacedIn } from '#server/platform/hand-over/replaced-in.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { changeSetting, readSetting } from '#server/platform/settings.ts';
import { nameOf, readAdvisers } from '#server/modules/crm/duty/advisers.ts';
import { mostAdvisers, mostInARow } from '#shared/crm/duty/duty-calls.ts';
import { mondayOf, takesTurns, weekDays } from '#shared/crm/duty/duty-window.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const setting = 'duty_schedule';

export interface DutyDay {
  /** In their order. */
  readonly advisers: readonly number[];
  readonly isSplit: boolean;
}

export interface DutyPlan {
  /** Monday to Sunday of one week or two. */
  readonly days: readonly DutyDay[];
  /** Leads that one of several people gets before it is the next one's turn. */
  readonly maxCount: number;
  /** The Monday from which two weeks alternate. */
  readonly startDate: string;
}

export const readPlan = async (db: Database): Promise<DutyPlan | null> =>
  ((await readSetting(db, setting)) as DutyPlan | undefined) ?? null;

export const peopleOf = ({ days }: Pick<DutyPlan, 'days'>): number[] => days.flatMap(({ advisers }) => advisers);

const stored = storedSetting<DutyPlan>({
  name: setting,
  title: 'page.duty',
  access: ['manage:crm:schedule'],
  linesOf: async (db, plan, language) => {
    const advisers = await readAdvisers(db, peopleOf(plan));
    const wordsOf = ({ advisers: ids, isSplit }: DutyDay) => {
      const names = ids.map((userId) => nameOf(advisers, userId)).join(translate(language, 'duty.comma'));
      return isSplit && names !== '' ? translate(language, 'duty.split_names', { names }) : names;
    };
    return new Map([
      ...plan.days.map((day, index): [string, string] => [dayName(language, index, plan.days.length), wordsOf(day)]),
      [translate(language, 'duty.max_count_label'), String(plan.maxCount)],
      [translate(language, 'duty.start_date'), plan.startDate],
    ]);
  },
});

export const dutyKind: SettingKind<DutyPlan> = {
  ...stored,
  people: {
    itemsOf: async (db, userIds) => {
      const plan = await readPlan(db);
      const planned = new Set(plan ? peopleOf(plan) : []);
      return userIds.filter((userId) => planned.has(userId)).map((userId) => ({ userId, item: '' }));
    },
    replaced: (plan, from, to) => ({
      ...plan,
      days: plan.days.map((day) => ({ ...day, advisers: replacedIn(day.advisers, from, to) })),
    }),
  },
  write: async (db, actor, item, plan) => {
    if (plan) await requireAdvisers(db, actor, plan.days);
    await stored.write(db, actor, item, plan);
  },
};

interface NewPlan {
  readonly days: readonly DutyDay[];
  /** As it was sent. */
  readonly maxCount: string | undefined;
}

/**
 * Saves the plan of one week or two. Two weeks keep alternating from where they began, whatever changes in them.
 * @throws AppError `duty.weeks`, `duty.max_count`, `duty.many`, `duty.twice`, `duty.adviser`, `user.unknown`
 */
export async function savePlan(db: Database, actor: Actor, { days, maxCount }: NewPlan): Promise<void> {
  if (days.length !== weekDays && days.length !== 2 * weekDays) throw new AppError('duty.weeks');
  const isTaken = takesTurns(days.map((day) => ({ advisers: day.advisers.length, isSplit: day.isSplit })));
  const most = isTaken ? countOf(maxCount) : 1;
  await requireAdvisers(db, actor, days);
  await changing(db, actor, dutyKind, '', async () => {
    const former = await readPlan(db);
    const startDate =
      former?.days.length === days.length ? former.startDate : mondayOf(companyTime(Date.now()).slice(0, 10));
    const plan: DutyPlan = { days, maxCount: most, startDate };
    await changeSetting(db, actor, setting, plan, { what: 'setting.change', subject: 'duty schedule' });
  });
}

/** 1 unless it is said. @throws AppError `duty.max_count` for all but whole numbers above 0 */
function countOf(sent: string | undefined): number {
  if (sent === undefined) return 1;
  const count = /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  if (count < 1 || count > mostInARow) throw new AppError('duty.max_count', { most: mostInARow });
  return count;
}

/** @throws AppError `user.unknown`, and `duty.many`, `duty.twice`, `duty.adviser`, which name the day and the person */
async function requireAdvisers(db: Database, actor: Actor, days: readonly DutyDay[]): Promise<void> {
  const { language } = actor;
  const known = await readAdvisers(db, peopleOf({ days }));
  for (const [index, { advisers }] of days.entries()) {
    const day = dayName(language, index, days.length);
    if (advisers.length > mostAdvisers) throw new AppError('duty.many', { day, most: mostAdvisers });
    for (const [place, userId] of advisers.entries()) {
      const adviser = known.get(userId);
      if (!adviser) throw new AppError('user.unknown');
      const { realname: name, lack } = adviser;
      if (advisers.indexOf(userId) !== place) throw new AppError('duty.twice', { day, name });
      if (lack !== '') throw new AppError('duty.adviser', { day, name, lack: translate(language, `duty.is_${lack}`) });
    }
  }
}

/** 周三, or 第一周周三 where there are two. */
function dayName(language: Language, index: number, count: number): string {
  const day = translate(language, `duty.weekday_${index % weekDays}` as MessageKey);
  if (count === weekDays) return day;
  return translate(language, index < weekDays ? 'duty.first_week_day' : 'duty.second_week_day', { day });
}
