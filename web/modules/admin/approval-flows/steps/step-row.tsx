import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { listedStepTypes, stepTypes, type StepType } from '#shared/approval/flow.ts';
import type { StepDraft } from '#web/modules/admin/approval-flows/flow-draft.ts';
import styles from '#web/modules/admin/approval-flows/flows.module.css';

interface StepRowProps {
  readonly step: StepDraft;
  readonly at: number;
  readonly count: number;
  readonly onChange: (step: StepDraft) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const offered: readonly StepType[] = [
  stepTypes.superior,
  stepTypes.any,
  stepTypes.all,
  stepTypes.inOrder,
  stepTypes.nextSuperior,
];
const mostHours = 1000;

/** One step of a flow: who decides it, who gets a copy, and within how many working hours. */
export function StepRow({ step, at, count, onChange, onMove, onRemove }: StepRowProps) {
  const text = useText();
  const level = text('approval.level', { step: at + 1 });
  const { stepType, people, copies, hours } = step;
  return (
    <li aria-label={level}>
      <div className={styles['row']}>
        <strong>{level}</strong>
        <Select
          value={stepType}
          aria-label={text('flow.who', { level })}
          popupMatchSelectWidth={false}
          options={offered.map((value) => ({ value, label: text(`flow.step_${value as 1 | 2 | 3 | 4 | 6}`) }))}
          onChange={(next) => onChange({ ...step, stepType: next })}
        />
        <span className={styles['space']} />
        <Button
          type="text"
          size="small"
          disabled={at === 0}
          icon={<ArrowUpOutlined aria-hidden />}
          aria-label={text('columns.up', { name: level })}
          onClick={() => onMove(at - 1)}
        />
        <Button
          type="text"
          size="small"
          disabled={at === count - 1}
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={text('columns.down', { name: level })}
          onClick={() => onMove(at + 1)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={text('flow.delete_named', { name: level })}
          onClick={onRemove}
        />
      </div>
      {listedStepTypes.includes(stepType) && (
        <UserPicker
          multiple
          label={text('approval.approver')}
          value={people}
          onChange={(next) => onChange({ ...step, people: next })}
        />
      )}
      <div className={styles['row']}>
        <UserPicker
          multiple
          label={text('approval.copy')}
          value={copies}
          placeholder={text('approval.copy')}
          onChange={(next) => onChange({ ...step, copies: next })}
        />
        <InputNumber
          min={1}
          max={mostHours}
          precision={0}
          value={hours}
          aria-label={text('flow.hours')}
          placeholder={text('flow.hours')}
          onChange={(next) => onChange({ ...step, hours: next })}
        />
      </div>
    </li>
  );
}
