import type { Text } from '#web/lib/i18n/i18n.ts';
import { examineTypes, listedStepTypes, type StepType } from '#shared/approval/flow.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface NamedStep {
  readonly stepType: number;
  readonly userList: readonly unknown[];
}

/** Who decides a step, such as 负责人主管 or 2人或签. */
export const stepRule = (text: Text, { stepType, userList }: NamedStep): string =>
  listedStepTypes.includes(stepType as StepType) && userList.length < 2
    ? ''
    : text(`approval.step_${stepType}` as MessageKey, { count: userList.length });

/** The name of a flow's kind: 固定审批流 or 授权审批人. */
export const flowKind = (text: Text, examineType: number): string =>
  text(examineType === examineTypes.chosen ? 'approval.by_choice' : 'approval.fixed');
