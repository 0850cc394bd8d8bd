import { describe, expect, it } from 'vitest';
import { cardMoves } from '#web/record/board/card-moves.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { stateChips } from '#web/record/states/state-chips.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const question = { one: 'record_action.delete_one', many: 'record_action.delete_many' } as const;
const transition = { label: 'approval.submit' as MessageKey, question } as const;
const type: RecordType = {
  ...leadsType,
  states: [
    {
      column: 'check_status',
      fieldName: 'check_status',
      values: [
        { value: 5, label: 'approval.draft', kind: 'open', colour: 'neutral', isUsual: true },
        { value: 3, label: 'approval.submitted', kind: 'waiting', colour: 'primary', locks: ['telephone', 'stage_id'] },
        { value: 6, label: 'approval.discarded', kind: 'dead', colour: 'danger', isClosed: true },
      ],
      transitions: {
        submit: { ...transition, from: [5], to: 3, action: 'update' },
        discard: { ...transition, from: [3], to: 6, action: 'delete', isUndoable: false },
      },
    },
    {
      column: 'stage_id',
      fieldName: 'stage_name',
      values: {
        table: 'stage',
        idColumn: 'stage_id',
        nameColumn: 'name',
        placeColumn: 'place',
        kindColumn: 'kind',
        groupColumn: 'pipeline',
        groupField: 'address',
      },
      transitions: { enter: { ...transition, from: 'any', to: 'chosen', action: 'update' } },
    },
  ],
};
const screen = { type, moves: stateActions(type) };
const row = (checkStatus: number, stageId: number | '' = 1) => ({
  checkStatus,
  stageId,
  stageName: stageId && '报价',
  address: '新签',
});
const options = [
  { name: '接洽', value: 1, group: '新签' },
  { name: '报价', value: 2, group: '新签' },
  { name: '续签', value: 5, group: '续约' },
];
const all = { may: () => true, mayEdit: true, options };

describe('a card', () => {
  it('moves where a transition leads, and nowhere else', () => {
    const { stateMove, isMovable } = cardMoves(screen, 'check_status', all);
    expect(stateMove(row(5), 3)).toMatchObject({ asks: false, action: { key: 'check_status.submit' } });
    expect(stateMove(row(3), 6)).toMatchObject({ asks: true });
    for (const [from, to] of [
      [5, 6],
      [3, 5],
      [5, ''],
    ] as const)
      expect(stateMove(row(from), to)).toBeNull();
    expect([5, 3, 6].map((state) => isMovable(row(state)))).toEqual([true, true, false]);
  });

  it('moves nowhere without the right to the transition', () => {
    const may = (access: string) => access !== permissionOf(type, 'delete');
    const { stateMove, isMovable } = cardMoves(screen, 'check_status', { ...all, may });
    expect([stateMove(row(3), 6), isMovable(row(3)), isMovable(row(5))]).toEqual([null, false, true]);
  });

  it('moves to any stage of its group, unless another state locks the column', () => {
    const { stateMove, isMovable } = cardMoves(screen, 'stage_name', all);
    expect(stateMove(row(5), 2)).toMatchObject({ action: { key: 'stage_id.enter' } });
    for (const value of [1, 5, 9, '']) expect(stateMove(row(5), value)).toBeNull();
    expect([stateMove(row(3), 2), isMovable(row(3))]).toEqual([null, false]);
  });

  it('moves anywhere on a board by a plain field, unless the state locks the field', () => {
    const { stateMove, isMovable } = cardMoves(screen, 'telephone', all);
    expect(stateMove(row(5), 'x')).toBeUndefined();
    expect([5, 3, 6].map((state) => isMovable(row(state)))).toEqual([true, false, false]);
    expect(cardMoves(screen, 'telephone', { ...all, mayEdit: false }).isMovable(row(5))).toBe(false);
  });
});

describe('buttons', () => {
  const [submit, discard, enter] = screen.moves;
  it('are offered where all selected records allow it', () => {
    expect([submit, discard, enter].map((action) => action?.fits?.([row(5)]))).toEqual([true, false, true]);
    expect([submit, discard, enter].map((action) => action?.fits?.([row(5), row(3)]))).toEqual([false, false, false]);
    expect([submit, discard, enter].map((action) => action?.fits?.([row(3)]))).toEqual([false, true, false]);
  });

  it('leave out transitions without their own call, and those of a process', () => {
    expect(stateActions(leadsType)).toEqual([]);
    const [check] = type.states ?? [];
    if (!check) throw new Error('no column');
    expect(stateActions({ ...type, states: [{ ...check, driver: 'approval' }] })).toEqual([]);
  });
});

it('a record shows its unusual states, and no other when it is closed', () => {
  const labels = (record: Record<string, unknown>) => stateChips(type, record).map(({ label, tone }) => [label, tone]);
  expect(labels(row(5, ''))).toEqual([]);
  expect(labels(row(3))).toEqual([
    ['approval.submitted', 'primary'],
    ['state.named', 'primary'],
  ]);
  expect(labels(row(6))).toEqual([['approval.discarded', 'danger']]);
});
