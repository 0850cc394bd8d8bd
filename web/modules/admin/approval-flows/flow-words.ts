import type { Text } from '#web/lib/i18n/i18n.ts';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import { stepRule } from '#web/record/approval/step-words.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { ConditionAnswer, FlowCategory, ListedFlow } from '#shared/approval/flow-calls.ts';

/** What conditions look at besides fields. */
export const usualFacts = ['amount', 'department'] as const;

export const factName = (text: Text, { fields }: FlowCategory, fieldName: string): string => {
  const usual = usualFacts.find((one) => one === fieldName);
  return usual ? text(`flow.${usual}`) : (fields.find((field) => field.fieldName === fieldName)?.name ?? fieldName);
};

/** Such as 金额 大于 100000. */
export const conditionWords = (text: Text, category: FlowCategory, { fieldName, condition, names }: ConditionAnswer) =>
  [factName(text, category, fieldName), text(operatorKey(condition)), names.join(text('record_action.comma'))]
    .filter((word) => word !== '')
    .join(' ');

/** Who decides, one step after the other. */
export const stepsWords = (
  text: Text,
  { examineType, stepList }: Pick<ListedFlow, 'examineType' | 'stepList'>,
): string =>
  examineType === examineTypes.chosen
    ? text('approval.by_choice')
    : stepList
        .map((step) => {
          const names = step.userList.map(({ realname }) => realname).join(text('record_action.comma'));
          return [names, stepRule(text, step)].filter((word) => word !== '').join(' ');
        })
        .join(' → ');
