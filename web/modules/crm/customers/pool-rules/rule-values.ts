import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { InputOf, OutputOf } from '#shared/wire/endpoint.ts';

export interface RuleValues {
  readonly isOn: boolean;
  readonly followupDay: number | null;
  readonly dealDay: number | null;
  readonly reminds: boolean;
  readonly remindDays: number | null;
  /** Whom the rules apply to. */
  readonly data: readonly Condition[];
  /** The date field from which days without a deal count; '' for none. */
  readonly clock: string;
  /** Something of the two is not shown, and stays unless they are changed. */
  readonly isPartly: boolean;
}

/** Rules that are enabled in the form but not saved yet. */
export interface TriedRules extends Partial<Pick<RuleValues, 'clock'>> {
  readonly data?: Condition[];
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
  data: given.data ?? [],
  clock: given.clock ?? '',
  isPartly: given.partlyFlag === 1,
});

/** What is sent of whom the rules apply to; nothing where it is left as it is. */
const asksOf = ({ data, clock, isPartly }: RuleValues) => (isPartly ? {} : { data: [...data], clock });

export const inputOf = (values: RuleValues): InputOf<typeof customerSettingCalls.updateRules> => ({
  type: values.isOn ? 1 : 0,
  followupDay: values.followupDay ?? undefined,
  dealDay: values.dealDay ?? undefined,
  putInPoolRemindConfig: values.reminds ? 1 : 0,
  putInPoolRemindDays: values.remindDays ?? undefined,
  ...asksOf(values),
});

export function triedOf(values: RuleValues): TriedRules | null {
  const { isOn, followupDay, dealDay } = values;
  return isOn && followupDay && dealDay ? { followupDay, dealDay, ...asksOf(values) } : null;
}

/** Whether two rules take the same customers at the same time. */
export const isSameRules = (one: RuleValues, other: RuleValues): boolean =>
  one.isOn === other.isOn && JSON.stringify(triedOf(one)) === JSON.stringify(triedOf(other));

/** What is saved together. */
const parts: readonly (readonly (keyof RuleValues)[])[] = [
  ['isOn'],
  ['followupDay'],
  ['dealDay'],
  ['reminds'],
  ['remindDays'],
  ['data', 'clock', 'isPartly'],
];

/** Entered values over rules that somebody else has saved since: what was entered stays, the rest is as it is now. */
export function rebased(before: RuleValues, entered: RuleValues, now: RuleValues): RuleValues {
  const textOf = (values: RuleValues, part: readonly (keyof RuleValues)[]) =>
    JSON.stringify(part.map((name) => values[name]));
  const own = parts.filter((part) => textOf(entered, part) !== textOf(before, part)).flat();
  return { ...now, ...Object.fromEntries(own.map((name) => [name, entered[name]])) };
}

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
    ...(after.isOn && JSON.stringify(before.data) !== JSON.stringify(after.data)
      ? [{ key: 'pool_rules.changed_applies' as const, params: {} }]
      : []),
    ...(after.isOn && before.clock !== after.clock ? [{ key: 'pool_rules.changed_clock' as const, params: {} }] : []),
    ...(after.isOn ? turned('remind', before.reminds, after.reminds) : []),
    ...(reminds ? days('remind_days', before.remindDays, after.remindDays) : []),
  ];
}
