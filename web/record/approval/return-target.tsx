import { Radio, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionField } from '#web/record/actions/action-field.tsx';
import type { DecisionInput } from '#web/record/approval/decisions.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

interface ReturnTargetProps {
  readonly approval: ApprovalRecord;
  readonly input: DecisionInput;
  readonly onChange: (more: Partial<DecisionInput>) => void;
}

/** Key of the applicant among the steps. */
const applicant = 0;

/** Where a document goes back to: its applicant, or a step that has passed; and where it goes on from there. */
export function ReturnTarget({ approval: { steps }, input: { stepId, afterwards }, onChange }: ReturnTargetProps) {
  const text = useText();
  const passed = steps.filter((step) => step.stepId !== null && step.examineStatus === 1);
  const namesOf = (users: ApprovalRecord['steps'][number]['userList']) =>
    users.map(({ realname }) => realname).join(' ');
  return (
    <>
      <ActionField label={text('approval.return_to')}>
        <Select
          style={{ width: '100%' }}
          value={stepId ?? applicant}
          onChange={(value) => onChange({ stepId: value === applicant ? null : value })}
          options={[
            { value: applicant, label: `${text('approval.step_5')} ${namesOf(steps[0]?.userList ?? [])}` },
            ...passed.map((step) => ({
              value: step.stepId ?? applicant,
              label: `${text('approval.level', { step: step.stepNum })} ${namesOf(step.userList)}`,
            })),
          ]}
        />
      </ActionField>
      <ActionField label={text('approval.afterwards')}>
        <Radio.Group
          value={afterwards}
          onChange={({ target }) => onChange({ afterwards: target.value as DecisionInput['afterwards'] })}
          options={[
            { value: 'continue', label: text('approval.continue') },
            { value: 'restart', label: text('approval.restart') },
          ]}
        />
      </ActionField>
    </>
  );
}
