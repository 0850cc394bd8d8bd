import { nameOf, readAdvisers, shownAdvisers } from '#server/modules/crm/duty/advisers.ts';
import { dutyAt } from '#server/modules/crm/duty/api.ts';
import { assignedLeads, assignLeads } from '#server/modules/crm/duty/assign.ts';
import { peopleOf, readPlan, savePlan, type DutyPlan } from '#server/modules/crm/duty/plan.ts';
import type { Spell } from '#server/modules/crm/duty/spells.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { dutyCalls } from '#shared/crm/duty/duty-calls.ts';
import { mondayOf, timeOf, weekDays, weekOf } from '#shared/crm/duty/duty-window.ts';
import { companyTime } from '#shared/record/time.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export const dutyRoutes = (): Route[] => [
  route(dutyCalls.query, async ({ db, actor }) => schedule(db, actor)),
  route(dutyCalls.save, async ({ db, actor, input: { weeks, maxCount } }) => {
    const days = weeks.map(({ adviserCrmUserId, splitTimeFlag }) => ({
      advisers: adviserCrmUserId,
      isSplit: splitTimeFlag === 1,
    }));
    await savePlan(db, actor, { days, maxCount });
    return null;
  }),
  route(dutyCalls.onDuty, async ({ db, actor }) => onDuty(db, actor)),
  route(dutyCalls.assign, async ({ db, actor, input }) => assignLeads(db, actor, input)),
  route(dutyCalls.assigned, async ({ db, actor }) => assignedLeads(db, actor)),
];

/** What is shown before anything was saved. */
const noPlan: DutyPlan = {
  days: Array.from({ length: weekDays }, () => ({ advisers: [], isSplit: false })),
  maxCount: 1,
  startDate: '',
};

async function schedule(db: Database, actor: Actor): Promise<OutputOf<typeof dutyCalls.query>> {
  const { days, maxCount, startDate } = (await readPlan(db)) ?? noPlan;
  const advisers = await readAdvisers(db, peopleOf({ days }));
  const monday = mondayOf(companyTime(Date.now()).slice(0, 10));
  return {
    weeks: days.map(({ advisers: ids, isSplit }) => ({
      adviserName: ids.map((userId) => nameOf(advisers, userId)).join(','),
      adviserCrmUserId: ids.join(','),
      splitTimeFlag: isSplit,
    })),
    maxCount,
    startDate,
    monday,
    currentWeek: weekOf(monday, startDate || monday, days.length / weekDays),
    advisers: [...(await shownAdvisers(db, actor.userId, advisers)).values()],
  };
}

async function onDuty(db: Database, actor: Actor): Promise<OutputOf<typeof dutyCalls.onDuty>> {
  const { now, next, advisers, nextUserId } = await dutyAt(db, Date.now());
  const shown = await shownAdvisers(db, actor.userId, advisers);
  const spellOf = (spell: Spell | null, whoseTurn: number | null) =>
    spell && {
      startTime: timeOf({ day: spell.day, minute: spell.from }),
      endTime: timeOf({ day: spell.day, minute: spell.to }),
      advisers: spell.advisers.flatMap((userId) => shown.get(userId) ?? []),
      nextUserId: whoseTurn,
      passedOver: spell.passedOver.map((userId) => nameOf(advisers, userId)),
    };
  return { now: spellOf(now, nextUserId), next: spellOf(next, null) };
}
