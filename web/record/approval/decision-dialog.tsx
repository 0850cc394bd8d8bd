import { Button, Input, Radio } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { ActionField } from '#web/record/actions/action-field.tsx';
import styles from '#web/record/approval/approval.module.css';
import { decisionWords, type DecisionInput, type DecisionKind } from '#web/record/approval/decisions.ts';
import { ReturnTarget } from '#web/record/approval/return-target.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { examineTypes } from '#shared/approval/flow.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

const longest = 200;

interface DialogProps {
  readonly kind: DecisionKind;
  readonly approval: ApprovalRecord;
  /** Resolves to whether it was done; a refusal has been reported. */
  readonly perform: (input: DecisionInput) => Promise<boolean>;
  readonly onClose: () => void;
}

const start: DecisionInput = { remarks: '', userIds: [], place: 'after', stepId: null, afterwards: 'continue' };

/** Asks for remarks and people, and performs the decision; a sheet from below on a phone. Ctrl+Enter confirms. */
export function DecisionDialog({ kind, approval, perform, onClose }: DialogProps) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState(start);
  const [people, setPeople] = useState<readonly UserChoice[]>([]);
  const [isLast, setLast] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const words = decisionWords[kind];
  const asksNext = kind === 'pass' && approval.examineType === examineTypes.chosen;
  const wantsPeople = words.people !== null || (asksNext && !isLast);
  const lacksRemarks = words.remarks?.isRequired === true && input.remarks.trim() === '';
  const lacksPeople = wantsPeople && people.length === 0;
  const change = (more: Partial<DecisionInput>) => setInput((before) => ({ ...before, ...more }));
  const submit = async () => {
    setTried(true);
    if (lacksRemarks || lacksPeople) return box.current?.querySelector<HTMLElement>('textarea, input')?.focus();
    if (isWorking) return undefined;
    setWorking(true);
    const isDone = await perform({ ...input, userIds: wantsPeople ? people.map(({ userId }) => userId) : [] });
    if (!isDone) setWorking(false);
    return undefined;
  };
  useShortcut('Control+Enter', () => void submit(), { whileTyping: true, inDialog: true });
  return (
    <Frame
      title={text(words.title)}
      isDangerous={kind === 'reject'}
      isWorking={isWorking}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div ref={box} className={styles['dialog']}>
        {asksNext && (
          <Radio.Group
            value={isLast}
            onChange={({ target }) => setLast(target.value === true)}
            options={[
              { value: true, label: text('approval.end') },
              { value: false, label: text('approval.choose_next') },
            ]}
          />
        )}
        {wantsPeople && (
          <>
            <ActionField label={text(asksNext ? 'approval.next' : 'approval.people')}>
              <UserPicker multiple={words.people === 'many'} value={people} onChange={setPeople} />
            </ActionField>
            <Problem shows={hasTried && lacksPeople}>{text('approval.chosen')}</Problem>
          </>
        )}
        {kind === 'add' && (
          <ActionField label={text('approval.where')}>
            <Radio.Group
              optionType="button"
              value={input.place}
              onChange={({ target }) => change({ place: target.value as DecisionInput['place'] })}
              options={(['before', 'after', 'beside'] as const).map((place) => ({
                value: place,
                label: text(`approval.add_${place}`),
              }))}
            />
          </ActionField>
        )}
        {kind === 'return' && <ReturnTarget approval={approval} input={input} onChange={change} />}
        {words.remarks && (
          <>
            <ActionField label={text('approval.remarks_label')}>
              <Input.TextArea
                autoFocus
                rows={4}
                maxLength={longest}
                value={input.remarks}
                placeholder={text(words.remarks.hint)}
                onChange={({ target }) => change({ remarks: target.value })}
              />
            </ActionField>
            <Problem shows={hasTried && lacksRemarks}>{text('approval.remarks')}</Problem>
          </>
        )}
      </div>
    </Frame>
  );
}

const Problem = ({ shows, children }: { readonly shows: boolean; readonly children: string }) =>
  shows && (
    <div role="alert" className={styles['problem']}>
      {children}
    </div>
  );

interface FrameProps {
  readonly title: string;
  readonly isDangerous: boolean;
  readonly isWorking: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Frame({ title, isDangerous, isWorking, onSubmit, onClose, children }: FrameProps) {
  const text = useText();
  if (useIsPhone()) {
    return (
      <Sheet isOpen title={title} onClose={onClose}>
        {children}
        <Button
          block
          size="large"
          type="primary"
          danger={isDangerous}
          loading={isWorking}
          className={styles['confirm'] ?? ''}
          onClick={onSubmit}
        >
          {title}
        </Button>
      </Sheet>
    );
  }
  return (
    <Dialog
      open
      width={480}
      title={title}
      okText={text('action.ok')}
      cancelText={text('action.cancel')}
      okButtonProps={{ danger: isDangerous }}
      confirmLoading={isWorking}
      mask={{ closable: false }}
      onOk={onSubmit}
      onCancel={onClose}
      destroyOnHidden
    >
      {children}
    </Dialog>
  );
}
