import { expect, it } from 'vitest';
import { sceneConditions } from '#web/record/scenes/scene-conditions.ts';

it('adds filters to those of a scene, and lets the same field override the scene', () => {
  const level = { fieldName: '客户级别', condition: 'is', value: 'A' };
  const remark = { fieldName: 'remark', condition: 'contains', value: '急' };
  const either = { any: [level, remark] };
  expect(sceneConditions(undefined, [level])).toEqual([level]);
  expect(sceneConditions('', [level])).toEqual([level]);
  expect(sceneConditions(JSON.stringify([level, remark, either]), [{ ...level, value: 'B' }])).toEqual([
    remark,
    either,
    { ...level, value: 'B' },
  ]);
  expect(sceneConditions(JSON.stringify({ remark: { condition: 'contains', value: '急' } }), [level])).toEqual([
    remark,
    level,
  ]);
});
