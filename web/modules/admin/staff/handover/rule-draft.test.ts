import { describe, expect, it } from 'vitest';
import { newDraft, ruleOf } from './rule-draft.ts';

const li = { userId: 5, realname: '李强' };
const zhou = { userId: 6, realname: '周远' };

describe('the rule of a draft', () => {
  it('is what has been chosen', () => {
    expect(ruleOf(newDraft('same'))).toEqual({ rule: null });
    expect(ruleOf(newDraft('superior'))).toEqual({ rule: { kind: 'superior' } });
    expect(ruleOf({ ...newDraft('one'), one: [li] })).toEqual({ rule: { kind: 'one', userId: 5 } });
    expect(ruleOf({ ...newDraft('even'), several: [li, zhou] })).toEqual({ rule: { kind: 'even', userIds: [5, 6] } });
    expect(ruleOf({ ...newDraft('field'), fieldName: 'level', byValue: { A: li }, rest: [zhou] })).toEqual({
      rule: { kind: 'field', fieldName: 'level', values: [{ value: 'A', userId: 5 }], rest: 6 },
    });
  });

  it('says what is still to be chosen', () => {
    for (const kind of ['one', 'even'] as const)
      expect(ruleOf(newDraft(kind))).toEqual({ lacks: 'hand_over.choose_heir' });
    expect(ruleOf({ ...newDraft('field'), rest: [li] })).toEqual({ lacks: 'hand_over.choose_field' });
    expect(ruleOf({ ...newDraft('field'), fieldName: 'level' })).toEqual({ lacks: 'hand_over.choose_heir' });
  });
});
