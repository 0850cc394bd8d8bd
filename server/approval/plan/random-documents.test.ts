import { describe, expect, it } from 'vitest';
import { dice } from '#server/testing/dice.ts';
import { isRefusal, isRunning, ownPeople, pendingTask, type Approval, type LogEntry } from './approval.ts';
import { begin } from './begin.ts';
import { decide, type Decision } from './decide.ts';
import { handOver } from './hand-over.ts';
import { isFit, type People } from './people.ts';
import { rehearse } from './rehearse.ts';
import { flowOf, staffOf, step } from './testing.ts';

const documents = 1000;
/** No document takes more decisions than this. */
const most = 400;

type Roll = ReturnType<typeof dice>;
const some = (roll: Roll, chance: number) => (_one: unknown, _at: number) => roll(chance) === 0;
const everybody = Array.from({ length: 8 }, (_, at) => at + 1);
const oneOf = <T>(roll: Roll, list: readonly T[]): T => list[roll(list.length)] as T;

/** Superiors in loops and trees alike, people who have left, lost the right, or are away. */
function randomPeople(roll: Roll): People {
  const above = Object.fromEntries(everybody.filter(some(roll, 2)).map((userId) => [userId, oneOf(roll, everybody)]));
  const standIns = Object.fromEntries(
    everybody.filter(some(roll, 4)).map((userId) => [userId, oneOf(roll, everybody)]),
  );
  const admins = [oneOf(roll, everybody), ...(roll(3) === 0 ? [] : [90])];
  return staffOf({
    above,
    standIns,
    admins,
    left: everybody.filter(some(roll, 6)),
    blind: everybody.filter(some(roll, 6)),
  });
}

function randomFlow(roll: Roll) {
  const listed = () => Array.from({ length: 1 + roll(4) }, () => oneOf(roll, everybody));
  return flowOf(Array.from({ length: 1 + roll(5) }, () => step(oneOf(roll, [1, 2, 3, 4, 6]), listed())));
}

/** What a person might try with a document that runs. */
function randomDecision(roll: Roll, { steps }: Approval): Decision {
  const userIds = [oneOf(roll, everybody), oneOf(roll, everybody)];
  const kinds: readonly Decision[] = [
    { kind: 'addSigners', userIds, place: oneOf(roll, ['before', 'after', 'beside'] as const) },
    { kind: 'transfer', userId: oneOf(roll, everybody) },
    { kind: 'return', stepKey: oneOf(roll, steps).key, afterwards: oneOf(roll, ['continue', 'restart'] as const) },
  ];
  return oneOf(roll, [...kinds, { kind: 'pass' }, { kind: 'pass' }]);
}

/** Everybody whose decision is in the log, checked against whose document it is. */
function deciders(log: readonly LogEntry[], approval: Approval): number[] {
  const those = log.flatMap(({ action, userId }) => (action === 'passed' && userId !== null ? [userId] : []));
  expect(those.filter((userId) => ownPeople(approval).has(userId))).toEqual([]);
  return those;
}

function open(roll: Roll) {
  const people = randomPeople(roll);
  const authorId = oneOf(roll, everybody);
  const ownerId = roll(2) === 0 ? authorId : oneOf(roll, everybody);
  const outcome = begin(people, randomFlow(roll), { authorId, ownerId });
  return { people, authorId, ownerId, outcome };
}

/** Those who can take what nobody else can. */
const administratorsOf = (people: People, authorId: number, ownerId: number) =>
  people.admins.filter((one) => isFit(people, one) && one !== authorId && one !== ownerId);

describe(`${documents} documents on as many flows in as many companies`, () => {
  it('go the way that was rehearsed, when everybody passes', () => {
    const seen = { refused: 0, passed: 0, steps: 0 };
    for (let at = 1; at <= documents; at += 1) {
      const roll = dice(at);
      const { people, authorId, ownerId, outcome } = open(roll);
      if (isRefusal(outcome)) {
        // only where nobody who could approve it is left above the two or among administrators
        expect([at, outcome.refused]).toEqual([at, 'approval.nobody']);
        expect(administratorsOf(people, authorId, ownerId)).toEqual([]);
        seen.refused += 1;
        continue;
      }
      const { steps: planned } = rehearse(people, outcome.approval);
      let { approval } = outcome;
      const happened = new Map<number, number[]>();
      for (let count = 0; isRunning(approval) && count < most; count += 1) {
        const pending = approval.tasks.filter(({ state }) => state === 'pending');
        const plan = planned.find(({ step: { key } }) => key === pending[0]?.stepKey);
        // of a step that one ends, the one who was rehearsed; of others whoever comes first
        const isAny = plan?.step.stepType === 2;
        const task = isAny ? pending[0] : oneOf(roll, pending);
        if (!task) throw new Error(`${at} waits for nobody`);
        happened.set(task.stepKey, [...(happened.get(task.stepKey) ?? []), task.userId]);
        expect([at, isFit(people, task.userId)]).toEqual([at, true]);
        const next = decide(people, approval, task.userId, { kind: 'pass' });
        if (isRefusal(next)) throw new Error(`${at} ${next.refused}`);
        deciders(next.log, next.approval);
        approval = next.approval;
      }
      expect([at, approval.status]).toEqual([at, 1]);
      const asked = planned.map(({ step: { key, stepType }, userIds }) => [
        key,
        stepType === 2 ? userIds.slice(0, 1) : userIds.toSorted(),
      ]);
      expect([at, [...happened].map(([key, userIds]) => [key, userIds.toSorted()])]).toEqual([at, asked]);
      seen.passed += 1;
      seen.steps += planned.length;
    }
    expect(seen.passed).toBeGreaterThan(documents / 2);
    expect(seen.refused).toBeGreaterThan(5);
    expect(seen.steps).toBeGreaterThan(documents);
  });

  it('end whatever people do, and none is passed by its author or owner', () => {
    const seen = { ended: 0, tried: 0, done: 0 };
    for (let at = 1; at <= documents; at += 1) {
      const roll = dice(at + documents);
      const { people, authorId, ownerId, outcome } = open(roll);
      if (isRefusal(outcome) || administratorsOf(people, authorId, ownerId).length === 0) continue;
      let { approval } = outcome;
      const attempt = (userId: number, decision: Decision) => {
        const next = decide(people, approval, userId, decision);
        if (isRefusal(next)) return false;
        deciders(next.log, next.approval);
        expect(next.approval.tasks.filter((task) => ownPeople(approval).has(task.userId))).toEqual([]);
        approval = next.approval;
        return true;
      };
      for (let count = 0; isRunning(approval) && count < most; count += 1) {
        // who has no task, the author first of all, gets nowhere
        for (const userId of [authorId, ownerId, oneOf(roll, everybody)]) {
          if (pendingTask(approval, userId)) continue;
          expect(attempt(userId, count % 2 === 0 ? { kind: 'pass' } : randomDecision(roll, approval))).toBe(false);
          seen.tried += 1;
        }
        const pending = approval.tasks.filter(({ state }) => state === 'pending');
        expect([at, pending.length > 0]).toEqual([at, true]);
        const decision: Decision = count < 20 ? randomDecision(roll, approval) : { kind: 'pass' };
        if (attempt(oneOf(roll, pending).userId, decision)) seen.done += 1;
      }
      expect([at, approval.status]).toEqual([at, 1]);
      seen.ended += 1;
    }
    expect(seen.ended).toBeGreaterThan(documents / 2);
    expect(seen.done).toBeGreaterThan(documents);
  });

  it('are handed over to others than their author and owner, when people leave meanwhile', () => {
    let handed = 0;
    for (let at = 1; at <= documents; at += 1) {
      const roll = dice(at + 2 * documents);
      const { outcome } = open(roll);
      if (isRefusal(outcome)) continue;
      const later = randomPeople(roll);
      const moved = handOver(later, outcome.approval);
      if (!moved) continue;
      const pending = moved.approval.tasks.filter(({ state }) => state === 'pending');
      expect([at, pending.filter(({ userId }) => ownPeople(outcome.approval).has(userId))]).toEqual([at, []]);
      expect(pending.length).toBeGreaterThan(0);
      handed += 1;
    }
    expect(handed).toBeGreaterThan(100);
  });
});
