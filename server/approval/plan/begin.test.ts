import { describe, expect, it } from 'vitest';
import { flowOf, read, staffOf, step, type Staff } from './testing.ts';
import { begin } from './begin.ts';
import type { FlowStep } from '#shared/approval/flow.ts';

/** 1 is below 2, who is below 3; 90 and 91 are administrators. */
const above = { 1: 2, 2: 3 };
const [superior, nextSuperior] = [step(1), step(4)];

describe('who is asked first', () => {
  it.each<[rule: string, steps: readonly FlowStep[], author: number, staff: Staff, asked: string]>([
    ['the superior of the owner', [superior], 1, {}, '2'],
    ['an administrator, for people without a superior', [superior], 3, {}, '90'],
    [
      'an administrator, for superiors in a circle who have all left',
      [superior],
      1,
      { above: { 1: 2, 2: 4, 4: 2 }, left: [2, 4] },
      '90',
    ],
    ['any one of those listed', [step(2, [5, 6])], 1, {}, '5 6'],
    ['all of those listed, each once', [step(3, [5, 6, 5])], 1, {}, '5 6'],
    ['the first of those in order', [step(6, [5, 6])], 1, {}, '5'],
    ['two above the owner, where the first step asks the next superior', [nextSuperior], 1, {}, '3'],
    ['an administrator, where nobody is two above the owner', [nextSuperior], 2, {}, '90'],
    ['the superior of somebody who has left', [step(2, [2])], 9, { left: [2] }, '3'],
    ['the superior of somebody who may not read the document', [step(2, [2])], 9, { blind: [2] }, '3'],
    ['an administrator for the last of those who have left', [step(2, [3])], 9, { left: [3] }, '90'],
    ['the stand-in of somebody who is away', [step(2, [2])], 9, { standIns: { 2: 7 } }, '7'],
    ['the stand-in of the stand-in', [step(2, [2])], 9, { standIns: { 2: 7, 7: 8 } }, '8'],
    ['somebody who is away, if the stand-in has left', [step(2, [2])], 9, { standIns: { 2: 7 }, left: [7] }, '2'],
    ['somebody who is away, if it is the stand-in’s own document', [step(2, [2])], 7, { standIns: { 2: 7 } }, '2'],
    ['somebody who is away, if stand-ins go in a circle', [step(2, [2])], 9, { standIns: { 2: 7, 7: 2 } }, '7'],
    ['the others, of those listed one of whom is the author', [step(3, [1, 5])], 1, {}, '5'],
    ['the next step, where the first one is only the author’s', [step(2, [1]), step(2, [5])], 1, {}, '5'],
    ['the author’s superior, where no other step remains', [step(2, [1])], 1, {}, '2'],
    ['the author’s superior, where all steps are the author’s', [step(2, [1]), step(3, [1])], 1, {}, '2'],
    ['another administrator, where the author has no superior', [step(2, [3])], 3, {}, '90'],
    ['another administrator, where the author is the first one', [step(1)], 90, { admins: [90, 91] }, '91'],
    ['another administrator, where the author is their own superior', [step(1)], 1, { above: { 1: 1 } }, '90'],
    ['nobody, where the author is the only administrator and has no superior', [step(1)], 90, {}, 'approval.nobody'],
    ['nobody, where all have left', [step(2, [5])], 1, { above: {}, left: [5, 90] }, 'approval.nobody'],
    ['nobody, without steps', [], 1, {}, 'approval.no_flow'],
  ])('%s', (_rule, steps, authorId, staff, asked) => {
    const people = staffOf({ above, ...staff });
    expect(read(begin(people, flowOf(steps), { authorId, ownerId: authorId }))).toBe(asked);
  });

  it.each<[rule: string, author: number, owner: number, asked: string]>([
    ['is the owner’s superior, whoever submits', 9, 1, '2'],
    ['is not the owner’s superior who submits', 2, 1, '3'],
  ])('%s', (_rule, authorId, ownerId, asked) => {
    expect(read(begin(staffOf({ above }), flowOf([superior]), { authorId, ownerId }))).toBe(asked);
  });

  it('is never the owner, whoever submits', () => {
    const steps = [step(3, [1, 5])];
    expect(read(begin(staffOf({ above }), flowOf(steps), { authorId: 9, ownerId: 1 }))).toBe('5');
  });

  it.each<[chosenId: number | undefined, staff: Staff, asked: string]>([
    [5, {}, '5'],
    [undefined, {}, 'approval.chosen'],
    [5, { left: [5] }, 'approval.person_unfit'],
    [5, { blind: [5] }, 'approval.person_unfit'],
    [1, {}, 'approval.person_own'],
    [5, { standIns: { 5: 6 } }, '6'],
  ])('is the chosen one: %s of %j is %s', (chosenId, staff, asked) => {
    const flow = flowOf([], { examineType: 2 });
    expect(read(begin(staffOf(staff), flow, { authorId: 1, ownerId: 1, chosenId }))).toBe(asked);
  });
});
