import { expect, it } from 'vitest';
import {
  closedOf,
  colourOf,
  startsIn,
  stateScenes,
  type StateColumn,
  type Transition,
} from '#shared/record/states/state.ts';

const transition = (from: Transition['from'], to: Transition['to']): Transition => ({
  label: 'approval.submit',
  from,
  to,
  action: 'update',
  question: { one: 'record_action.delete_one', many: 'record_action.delete_many' },
});

it.each<
  [from: Transition['from'], to: Transition['to'], state: number | null, chosen: number | undefined, is: boolean]
>([
  [[1, 2], 3, 1, undefined, true],
  [[1, 2], 3, 2, undefined, true],
  [[1, 2], 3, 3, undefined, false],
  [[1, 2], 3, 4, undefined, false],
  [[1, 2], 3, null, undefined, false],
  [[1, 3], 3, 3, undefined, false],
  ['any', 3, 9, undefined, true],
  ['any', 3, 3, undefined, false],
  ['any', 3, null, undefined, true],
  ['any', 'chosen', 5, 6, true],
  ['any', 'chosen', 5, 5, false],
  // not chosen yet
  ['any', 'chosen', 5, undefined, true],
])('a transition from %s to %s in state %s, chosen %s: %s', (from, to, state, chosen, is) => {
  expect(startsIn(transition(from, to), state, chosen)).toBe(is);
});

const column: StateColumn = {
  column: 'status',
  fieldName: 'status',
  values: [
    { value: 0, label: 'approval.draft', kind: 'open', colour: 'neutral' },
    { value: 1, label: 'approval.approved', kind: 'done', colour: 'success', scene: 'approved' },
    { value: 2, label: 'approval.discarded', kind: 'dead', colour: 'neutral', scene: 'gone', isClosed: true },
    { value: 3, label: 'approval.rejected', kind: 'dead', colour: 'neutral', isClosed: true },
  ],
  transitions: {},
};

it('reports closed states', () => {
  expect(closedOf({ states: [column] })).toEqual({ column: 'status', open: [0, 1], closed: [2, 3], bydata: 'gone' });
  expect(closedOf({})).toBeNull();
});

it('has scenes of the open states that declare one', () => {
  expect(stateScenes({ states: [column] }).map(({ kind, bydata }) => [kind, bydata])).toEqual([
    ['state.status.1', 'approved'],
  ]);
});

it('gives a stage the colour of its kind', () => {
  expect(['open', 'waiting', 'done', 'dead', 'other'].map(colourOf)).toEqual([
    'primary',
    'warning',
    'success',
    'neutral',
    'primary',
  ]);
});
