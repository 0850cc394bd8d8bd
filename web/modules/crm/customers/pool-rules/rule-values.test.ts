import { expect, it } from 'vitest';
import { changesOf, inputOf, isSameRules, rebased, triedOf, type RuleValues } from './rule-values.ts';

const saved: RuleValues = {
  isOn: true,
  followupDay: 31,
  dealDay: 90,
  reminds: true,
  remindDays: 2,
  data: [],
  clock: '',
  isPartly: false,
};
const keysOf = (after: Partial<RuleValues>, before = saved) =>
  changesOf(before, { ...saved, ...after }).map(({ key }) => key.replace('pool_rules.', ''));

it('names what has changed, and leaves out what does not count', () => {
  expect(keysOf({})).toEqual([]);
  expect(keysOf({ followupDay: 45, remindDays: null })).toEqual(['changed_followup_day', 'changed_remind_days']);
  expect(keysOf({ reminds: false, remindDays: null })).toEqual(['turned_remind_off']);
  expect(keysOf({ isOn: false, dealDay: 3, reminds: false })).toEqual(['turned_on_off']);
  expect(keysOf({}, { ...saved, isOn: false })).toEqual(['turned_on_on']);
});

it('tries rules only once they are complete, and sends what there is', () => {
  expect(triedOf(saved)).toEqual({ followupDay: 31, dealDay: 90, data: [], clock: '' });
  expect(triedOf({ ...saved, dealDay: null })).toBeNull();
  expect(triedOf({ ...saved, isOn: false })).toBeNull();
  expect(inputOf({ ...saved, isOn: false, dealDay: null })).toEqual({
    type: 0,
    followupDay: 31,
    dealDay: undefined,
    putInPoolRemindConfig: 1,
    putInPoolRemindDays: 2,
    data: [],
    clock: '',
  });
});

it('leaves whom rules apply to as it is where a part of it is not shown, until it is changed', () => {
  const partly = { ...saved, isPartly: true };
  expect(triedOf(partly)).toEqual({ followupDay: 31, dealDay: 90 });
  expect(inputOf(partly)).not.toHaveProperty('data');
  const data = [{ fieldName: '客户级别', condition: 'is', value: 'A' }];
  expect(inputOf({ ...partly, data, isPartly: false })).toMatchObject({ data, clock: '' });
  expect(keysOf({ data })).toEqual(['changed_applies']);
  expect(keysOf({ clock: 'next_time' })).toEqual(['changed_clock']);
  expect(isSameRules(saved, { ...saved, data })).toBe(false);
  expect(isSameRules(saved, { ...saved, remindDays: 9 })).toBe(true);
});

it('keeps what was entered over rules that somebody else has saved, and takes the rest from them', () => {
  const data = [{ fieldName: '客户级别', condition: 'is', value: 'A' }];
  const theirs = { ...saved, followupDay: 20, data, clock: 'next_time' };
  expect(rebased(saved, saved, theirs)).toEqual(theirs);
  expect(rebased(saved, { ...saved, dealDay: 60, followupDay: 45 }, theirs)).toEqual({
    ...theirs,
    dealDay: 60,
    followupDay: 45,
  });
  // whom rules apply to is one answer
  expect(rebased(saved, { ...saved, clock: 'create_time' }, theirs)).toEqual({
    ...theirs,
    data: [],
    clock: 'create_time',
  });
});
