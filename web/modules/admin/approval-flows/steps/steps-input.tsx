import { PlusOutlined } from '@ant-design/icons';
import { Button, Radio } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { newStep, type FlowDraft } from '#web/modules/admin/approval-flows/flow-draft.ts';
import styles from '#web/modules/admin/approval-flows/flows.module.css';
import { StepRow } from '#web/modules/admin/approval-flows/steps/step-row.tsx';
import { examineTypes } from '#shared/approval/flow.ts';

export type DraftOfSteps = Pick<FlowDraft, 'examineType' | 'steps'>;

interface StepsInputProps {
  readonly draft: DraftOfSteps;
  readonly onChange: (change: Partial<DraftOfSteps>) => void;
}

/** Who decides: fixed steps, or approvers that are chosen. */
export function StepsInput({ draft: { examineType, steps }, onChange }: StepsInputProps) {
  const text = useText();
  const moveStep = (from: number, to: number) => {
    const step = steps[from];
    if (step) onChange({ steps: steps.toSpliced(from, 1).toSpliced(to, 0, step) });
  };
  return (
    <section aria-label={text('approval.steps')}>
      <h3>{text('approval.steps')}</h3>
      <Radio.Group
        value={examineType}
        onChange={({ target }) => onChange({ examineType: target.value as FlowDraft['examineType'] })}
        options={[
          { value: examineTypes.fixed, label: text('approval.fixed') },
          { value: examineTypes.chosen, label: text('approval.by_choice') },
        ]}
      />
      {examineType === examineTypes.fixed ? (
        <>
          <ol className={styles['steps']}>
            {steps.map((step, at) => (
              <StepRow
                key={step.key}
                step={step}
                at={at}
                count={steps.length}
                onChange={(next) => onChange({ steps: steps.with(at, next) })}
                onMove={(to) => moveStep(at, to)}
                onRemove={() => onChange({ steps: steps.toSpliced(at, 1) })}
              />
            ))}
          </ol>
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => onChange({ steps: [...steps, newStep()] })}
          >
            {text('flow.add_step')}
          </Button>
        </>
      ) : (
        <p className={styles['note']}>{text('flow.chosen_note')}</p>
      )}
    </section>
  );
}
