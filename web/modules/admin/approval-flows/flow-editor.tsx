import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { flowCalls, type FlowCategory } from '#shared/approval/flow-calls.ts';
import { ConditionRow } from './condition-row.tsx';
import { inputOf, newCondition, type FlowDraft } from './flow-draft.ts';
import styles from './flows.module.css';
import { RehearsalDialog } from './rehearsal-dialog.tsx';
import { StepsInput } from './steps/steps-input.tsx';

interface EditorProps {
  readonly category: FlowCategory;
  readonly initial: FlowDraft;
  readonly onClose: () => void;
}

/** Sets up a flow: what it is for, who decides and who gets a copy. It is rehearsed before it is saved. */
export function FlowEditor({ category, initial, onClose }: EditorProps) {
  const text = useText();
  const [draft, setDraft] = useState(initial);
  const [isRehearsing, setRehearsing] = useState(false);
  const save = useAction(flowCalls.save, { refreshes: [flowCalls.list, flowCalls.step] });
  const change = (more: Partial<FlowDraft>) => setDraft((before) => ({ ...before, ...more }));
  const close = async () => {
    if (draft !== initial && !(await confirmLeaving())) return;
    onClose();
  };
  const rehearse = () => {
    if (draft.name.trim() === '') return toast.warning(text('flow.name_needed'));
    return setRehearsing(true);
  };
  const keep = () =>
    save.mutate(inputOf(draft), {
      onSuccess: () => {
        toast.success(text('action.done'));
        onClose();
      },
    });
  return (
    <Dialog
      open
      width={760}
      style={{ top: 24 }}
      rootClassName="whole-on-phone"
      title={text(initial.examineId === null ? 'flow.new' : 'flow.edit')}
      okText={text('flow.rehearse')}
      cancelText={text('action.cancel')}
      mask={{ closable: false }}
      onOk={rehearse}
      onCancel={() => void close()}
      destroyOnHidden
    >
      <div className={styles['editor']}>
        <Field label={text('flow.name')}>
          <Input maxLength={50} value={draft.name} onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <Field label={text('flow.remarks')}>
          <Input.TextArea
            autoSize
            maxLength={200}
            value={draft.remarks}
            onChange={({ target }) => change({ remarks: target.value })}
          />
        </Field>
        <section aria-label={text('flow.conditions')}>
          <h3>{text('flow.conditions')}</h3>
          {draft.conditions.length === 0 && <p className={styles['note']}>{text('flow.is_default')}</p>}
          {draft.conditions.map((condition, at) => (
            <ConditionRow
              key={condition.key}
              category={category}
              condition={condition}
              onChange={(next) => change({ conditions: draft.conditions.with(at, next) })}
              onRemove={() => change({ conditions: draft.conditions.toSpliced(at, 1) })}
            />
          ))}
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => change({ conditions: [...draft.conditions, newCondition()] })}
          >
            {text('flow.add_condition')}
          </Button>
        </section>
        <StepsInput draft={draft} onChange={change} />
        <Field label={text('flow.copy_at_end')}>
          <UserPicker multiple value={draft.copies} onChange={(copies) => change({ copies })} />
        </Field>
      </div>
      {isRehearsing && (
        <RehearsalDialog
          draft={draft}
          okText={text('action.save')}
          isWorking={save.isPending}
          onOk={keep}
          onClose={() => setRehearsing(false)}
        />
      )}
    </Dialog>
  );
}

const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={styles['field']}>
    <span>{label}</span>
    {children}
  </label>
);
