import { describe, expect, it } from 'vitest';
import { handOver } from './hand-over.ts';
import { resubmit } from './resume.ts';
import { approvalOf, course, flowOf, read, staffOf, step } from './testing.ts';

const people = staffOf({ above: { 1: 2, 2: 3, 3: 4 } });
const on = (...steps: readonly ReturnType<typeof step>[]) => course(people, steps, { author: 1 });

describe('decisions', () => {
  it('of one of several end the step, the first pass as well as the first refusal', () => {
    expect(on(step(2, [5, 6]), step(2, [7])).pass(6, 5).seen).toEqual(['5 6', '7', 'approval.decided']);
    expect(
      on(step(2, [5, 6]))
        .by(5, { kind: 'reject' })
        .pass(6).seen,
    ).toEqual(['5 6', 'rejected', 'approval.decided']);
  });

  it('of all are waited for, and one refusal ends it', () => {
    expect(on(step(3, [5, 6, 7])).pass(6, 5, 7).seen).toEqual(['5 6 7', '5 7', '7', 'passed']);
    expect(
      on(step(3, [5, 6]), step(2, [7]))
        .pass(6)
        .by(5, { kind: 'reject' })
        .seen.at(-1),
    ).toBe('rejected');
  });

  it('of those in order come one after the other', () => {
    expect(on(step(6, [5, 6, 7])).pass(6, 5, 5, 6, 7).seen).toEqual([
      '5',
      'approval.no_task',
      '6',
      'approval.decided',
      '7',
      'passed',
    ]);
  });

  it('go up superior by superior, and to an administrator at the top', () => {
    expect(on(step(1), step(4), step(4), step(4)).pass(2, 3, 4, 90).seen).toEqual(['2', '3', '4', '90', 'passed']);
  });

  it('go on above the person who is away, not above the stand-in', () => {
    const away = staffOf({ above: { 1: 2, 2: 3, 7: 8 }, standIns: { 2: 7 } });
    expect(course(away, [step(1), step(4)], { author: 1 }).pass(7, 3).seen).toEqual(['7', '3', 'passed']);
  });

  it('go on above the author where the author’s step was skipped', () => {
    const ofSuperior = course(people, [step(1), step(4)], { author: 2, owner: 1 });
    expect(ofSuperior.pass(3).seen).toEqual(['3', 'passed']);
    expect(ofSuperior.approval().steps.map(({ state }) => state)).toEqual(['own', 'passed']);
  });

  it('are asked of a person once', () => {
    const again = on(step(2, [5]), step(2, [5, 6]), step(3, [5, 7]), step(6, [5, 8])).pass(5, 7, 8);
    expect(again.seen).toEqual(['5', '7', '8', 'passed']);
    expect(again.approval().steps.map(({ state }) => state)).toEqual(['passed', 'repeated', 'passed', 'passed']);
  });

  it('by chosen approvers name the next one, or end', () => {
    const chosen = course(people, [], { author: 1, chosen: 5 });
    chosen.by(5, { kind: 'pass', nextUserId: 1 }).by(5, { kind: 'pass', nextUserId: 6 }).pass(6);
    expect(chosen.seen).toEqual(['5', 'approval.person_own', '6', 'passed']);
    const fixed = on(step(2, [5])).by(5, { kind: 'pass', nextUserId: 6 });
    expect(fixed.seen).toEqual(['5', 'passed']);
  });

  it('are taken back by the submitter or an administrator while nothing has ended', () => {
    expect(
      on(step(2, [5]))
        .by(5, { kind: 'withdraw' })
        .by(1, { kind: 'withdraw' })
        .pass(5).seen,
    ).toEqual(['5', 'approval.not_submitter', 'withdrawn', 'approval.decided']);
    expect(
      on(step(2, [5]))
        .by(90, { kind: 'withdraw' })
        .seen.at(-1),
    ).toBe('withdrawn');
    expect(
      on(step(2, [5]))
        .pass(5)
        .by(1, { kind: 'withdraw' })
        .seen.at(-1),
    ).toBe('approval.passed');
  });

  it('are refused to people without a task, and to those who have left or may not read it any more', () => {
    const running = on(step(2, [5, 6])).pass(7);
    running.by(5, { kind: 'pass' }, staffOf({ left: [5] })).by(5, { kind: 'reject' }, staffOf({ blind: [5] }));
    expect(running.seen).toEqual(['5 6', 'approval.no_task', 'approval.no_task', 'approval.no_task']);
  });
});

describe('people added', () => {
  it('before are asked first, then the step goes on where it was', () => {
    const added = on(step(3, [5, 6]))
      .pass(5)
      .by(6, { kind: 'addSigners', userIds: [7, 8], place: 'before' });
    expect(added.pass(6, 8, 7, 6).seen.slice(2)).toEqual(['7 8', 'approval.no_task', '7', '6', 'passed']);
  });

  it('behind are asked next, in front of the other steps', () => {
    const added = on(step(2, [5]), step(2, [6])).by(5, { kind: 'addSigners', userIds: [7], place: 'after' });
    expect(added.pass(5, 7, 6).seen).toEqual(['5', '5', '7', '6', 'passed']);
  });

  it('beside decide by the rule of the step', () => {
    const beside = { kind: 'addSigners', userIds: [7], place: 'beside' } as const;
    expect(
      on(step(2, [5, 6]))
        .by(5, beside)
        .pass(7).seen,
    ).toEqual(['5 6', '5 7 6', 'passed']);
    expect(on(step(1)).by(2, beside).pass(2, 7).seen).toEqual(['2', '2 7', '7', 'passed']);
    expect(
      on(step(6, [5, 6]))
        .by(5, beside)
        .pass(5, 7, 6).seen,
    ).toEqual(['5', '5', '7', '6', 'passed']);
  });

  it('take over what is transferred', () => {
    const given = on(step(3, [5, 6]), step(4))
      .by(5, { kind: 'transfer', userId: 2 })
      .pass(5, 2, 6);
    expect(given.seen.slice(1)).toEqual(['6 2', 'approval.decided', '6', '90']);
  });

  it.each([
    [1, 'approval.person_own'],
    [5, 'approval.person_already'],
    [6, 'approval.person_already'],
    [100, 'approval.person_unfit'],
  ])('must be others, there, and not the author: %s %s', (userId, refused) => {
    for (const place of ['before', 'after', 'beside'] as const)
      expect(
        on(step(3, [5, 6]))
          .by(5, { kind: 'addSigners', userIds: [userId], place })
          .seen.at(-1),
      ).toBe(refused);
    expect(
      on(step(3, [5, 6]))
        .by(5, { kind: 'transfer', userId })
        .seen.at(-1),
    ).toBe(refused);
  });

  it('cannot be the author by way of a stand-in', () => {
    const away = staffOf({ standIns: { 7: 1 } });
    const given = course(away, [step(2, [5])], { author: 1 })
      .by(5, { kind: 'transfer', userId: 7 })
      .pass(1, 7);
    expect(given.seen).toEqual(['5', '7', 'approval.no_task', 'passed']);
  });
});

describe('a returned document', () => {
  const three = () => on(step(2, [5]), step(2, [6]), step(2, [7])).pass(5, 6);
  it('is decided anew from the step on that it was returned to', () => {
    expect(three().by(7, { kind: 'return', stepKey: 1, afterwards: 'restart' }).pass(5, 6, 7).seen.slice(2)).toEqual([
      '7',
      '5',
      '6',
      '7',
      'passed',
    ]);
  });

  it('comes straight back to the step that returned it', () => {
    expect(three().by(7, { kind: 'return', stepKey: 1, afterwards: 'continue' }).pass(5, 7).seen.slice(2)).toEqual([
      '7',
      '5',
      '7',
      'passed',
    ]);
  });

  it.each([3, 4, 99])('goes to no step that was not passed: %s', (stepKey) => {
    expect(three().by(7, { kind: 'return', stepKey, afterwards: 'restart' }).seen.at(-1)).toBe('approval.step');
  });

  const flow = flowOf([step(2, [5]), step(2, [6]), step(2, [7])]);
  const returned = (afterwards: 'continue' | 'restart') => {
    const back = three().by(7, { kind: 'return', stepKey: null, afterwards });
    expect(back.seen.at(-1)).toBe('rejected');
    return { approval: back.approval(), examineId: flow.examineId };
  };
  const again = (afterwards: 'continue' | 'restart', authorId: number, on = flow, ownerId = 1) =>
    read(resubmit(people, on, returned(afterwards), { authorId, ownerId }));
  it('is submitted again from the beginning, or where it was returned', () => {
    expect([again('restart', 1), again('continue', 1)]).toEqual(['5', '7']);
  });
  it('begins anew on another flow, and when somebody who has passed it submits or owns it', () => {
    expect(again('continue', 1, { ...flow, examineId: 2 })).toBe('5');
    expect(again('continue', 5)).toBe('6');
    expect(again('continue', 1, flow, 6)).toBe('5');
  });
});

describe('what somebody cannot decide any more', () => {
  const pending = () => on(step(3, [2, 6]), step(2, [7])).approval();
  it.each<[string, Parameters<typeof staffOf>[0], string]>([
    ['goes to the superior', { above: { 2: 3 }, left: [2] }, '6 3'],
    ['goes to an administrator', { left: [2, 6] }, '90'],
    ['goes to the stand-in', { standIns: { 2: 8 } }, '6 8'],
    ['goes to whoever is asked already', { above: { 2: 6 }, blind: [2] }, '6'],
  ])('%s', (_what, staff, asked) => {
    const outcome = handOver(staffOf(staff), pending());
    expect(outcome && read(outcome)).toBe(asked);
  });
  it('goes to the superior of somebody who has come to own the document', () => {
    const owned = { ...pending(), ownerId: 6 };
    const outcome = handOver(staffOf({ above: { 6: 9 } }), owned);
    expect(outcome && read(outcome)).toBe('2 9');
    expect(read(outcome ? { approval: approvalOf(outcome), log: [] } : { refused: 'approval.nobody' })).toBe('2 9');
  });
  it('stays where it is while everybody is there', () => expect(handOver(people, pending())).toBeNull());
});
