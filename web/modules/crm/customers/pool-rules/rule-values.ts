import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { InputOf, OutputOf } from '#shared/wire/endpoint.ts';

export interface RuleValues {
  readonly isOn: boolean;
  readonly followupDay: number | null;
  readonly dealDay: number | null;
  readonly reminds: boolean;
  readonly remindDays: number | null;
}

/** Days of rules that are enabled in the form but not saved yet. */
export interface TriedRules {
  readonly followupDay: number;
  readonly dealDay: number;
}

/** A changed value, for the line beside the save button. */
export interface RuleChange {
  readonly key: MessageKey;
  readonly params: TextParams;
}

export const valuesOf = (given: OutputOf<typeof customerSettingCalls.rules>): RuleValues => ({
  isOn: given.customerConfig === 1,
  followupDay: Number(given.followupDay),
  dealDay: Number(given.dealDay),
  reminds: given.putInPoolRemindConfig === 1,
  // a reminder of zero days is off
  remindDays: Number(given.putInPoolRemindDays) || null,
});

export const inputOf = (values: RuleValues): InputOf<typeof customerSettingCalls.updateRules> => ({
  type: values.isOn ? 1 : 0,
  followupDay: values.followupDay ?? undefined,
  dealDay: values.dealDay ?? undefined,
  putInPoolRemindConfig: values.reminds ? 1 : 0,
  putInPoolRemindDays: values.remindDays ?? undefined,
});

export const triedOf = ({ isOn, followupDay, dealDay }: RuleValues): TriedRules | null =>
  isOn && followupDay && dealDay ? { followupDay, dealDay } : null;

/** What differs, in the order of the form; what does not count while its switch is off is left out. */
export function changesOf(before: RuleValues, after: RuleValues): RuleChange[] {
  const days = (name: 'followup_day' | 'deal_day' | 'remind_days', from: number | null, to: number | null) =>
    from === to ? [] : [{ key: `pool_rules.changed_${name}` as const, params: { from: from ?? '–', to: to ?? '–' } }];
  const turned = (name: 'on' | 'remind', from: boolean, to: boolean) =>
    from === to ? [] : [{ key: `pool_rules.turned_${name}_${to ? 'on' : 'off'}` as const, params: {} }];
  const ofRules = [
    ...days('followup_day', before.followupDay, after.followupDay),
    ...days('deal_day', before.dealDay, after.dealDay),
  ];
  const reminds = after.isOn && after.reminds;
  return [
    ...turned('on', before.isOn, after.isOn),
    ...(after.isOn ? ofRules : []),
    ...(after.isOn ? turned('remind', before.reminds, after.reminds) : []),
    ...(reminds ? days('remind_days', before.remindDays, after.remindDays) : []),
  ];
}
