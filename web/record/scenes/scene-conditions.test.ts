import { expect, it } from 'vitest';
import type { ShownList } from '#web/record/list/list-state.ts';
import { storedConditions, viewOf, type ShownScene } from '#web/record/scenes/scene-conditions.ts';

const urgent = { fieldName: 'remark', formType: 'textarea', condition: 'contains', value: '急' };
const called = { fieldName: 'telephone', formType: 'text', condition: 'is', value: '010' };
const state = { sceneId: 7, filters: null, sortField: null, order: 1 } as unknown as ShownList;
const own: ShownScene = {
  sceneId: 7,
  name: '急件',
  data: JSON.stringify([urgent]),
  isDefault: 0,
  isSystem: 0,
  bydata: '',
  isShared: 0,
  sortField: 'createTime',
  order: 2,
};

it('reads conditions by field, as older clients store them', () => {
  expect(storedConditions(JSON.stringify({ remark: { condition: 'is', value: '急' } }))).toEqual([
    { fieldName: 'remark', condition: 'is', value: '急' },
  ]);
  expect(storedConditions('')).toEqual([]);
});

it('shows a scene as it is stored', () => {
  expect(viewOf(state, own)).toEqual({ conditions: [urgent], isChanged: false, asked: state });
});

it('asks without the scene for conditions that replace its own, in its order', () => {
  expect(viewOf({ ...state, filters: [called] }, own)).toEqual({
    conditions: [called],
    isChanged: true,
    asked: { ...state, filters: [called], sceneId: null, sortField: 'createTime', order: 2 },
  });
  expect(viewOf({ ...state, filters: [] }, own)).toMatchObject({ conditions: [], isChanged: true });
  expect(viewOf({ ...state, filters: [urgent] }, own)).toMatchObject({ isChanged: false });
  expect(viewOf({ ...state, filters: [], sortField: 'name' }, own).asked.sortField).toBe('name');
});

it('adds conditions to a system scene', () => {
  const mine = { ...own, isSystem: 1, bydata: 'mine', data: '' };
  expect(viewOf({ ...state, filters: [called] }, mine).asked).toMatchObject({ sceneId: 7, filters: [called] });
  expect(viewOf(state, mine).isChanged).toBe(false);
  expect(viewOf({ ...state, sceneId: null, filters: [called] }, undefined).isChanged).toBe(true);
});
