import { expect, it } from 'vitest';
import { stepRule } from '#web/record/approval/step-words.ts';
import { stepTypes } from '#shared/approval/flow.ts';
import { translate } from '#shared/i18n/translate.ts';

it('says who decides a step', () => {
  const ruleOf = (stepType: number, count: number) =>
    stepRule((key, params) => translate('cn', key, params), { stepType, userList: Array.from({ length: count }) });
  expect(ruleOf(stepTypes.superior, 1)).toBe('负责人主管');
  expect(ruleOf(stepTypes.any, 3)).toBe('3人或签');
  expect(ruleOf(stepTypes.all, 2)).toBe('2人会签');
  expect(ruleOf(stepTypes.nextSuperior, 1)).toBe('上一级审批人主管');
  expect(ruleOf(stepTypes.inOrder, 2)).toBe('2人依次审批');
  // the name alone says it
  expect(ruleOf(stepTypes.any, 1)).toBe('');
});
