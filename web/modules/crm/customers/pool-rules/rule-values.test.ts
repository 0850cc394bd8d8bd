import { expect, it } from 'vitest';
import { changesOf, inputOf, triedOf, type RuleValues } from './rule-values.ts';

const saved: RuleValues = { isOn: true, followupDay: 31, dealDay: 90, reminds: true, remindDays: 2 };
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
  expect(triedOf(saved)).toEqual({ followupDay: 31, dealDay: 90 });
  expect(triedOf({ ...saved, dealDay: null })).toBeNull();
  expect(triedOf({ ...saved, isOn: false })).toBeNull();
  expect(inputOf({ ...saved, isOn: false, dealDay: null })).toEqual({
    type: 0,
    followupDay: 31,
    dealDay: undefined,
    putInPoolRemindConfig: 1,
    putInPoolRemindDays: 2,
  });
});
