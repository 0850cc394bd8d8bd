import type { Text } from '#web/lib/i18n/i18n.ts';
import { stepRule } from '#web/record/approval/step-words.ts';
import type { ListedFlow } from '#shared/approval/flow-calls.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { Station } from './flow-chain.tsx';

/** A flow as it is set up, from the submission to the end. */
export function stationsOf(text: Text, { examineType, stepList, ccUserList }: ListedFlow): Station[] {
  const decides: Station[] =
    examineType === examineTypes.chosen
      ? [{ key: 'choice', title: text('approval.by_choice'), people: [], note: text('flow.chosen_note') }]
      : stepList.map((step, at) => ({
          key: String(step.stepId),
          title: text('approval.level', { step: at + 1 }),
          people: step.userList,
          note: [
            stepRule(text, step),
            step.hours === null ? '' : text('flow.within', { hours: step.hours }),
            step.ccUserList.length === 0 ? '' : text('flow.copy_to', { count: step.ccUserList.length }),
          ]
            .filter((word) => word !== '')
            .join(' · '),
        }));
  return [
    { key: 'start', title: text('flow.submitted'), people: [] },
    ...decides,
    {
      key: 'end',
      title: text('flow.passed'),
      people: ccUserList,
      ...(ccUserList.length > 0 && { note: text('flow.copied') }),
    },
  ];
}
