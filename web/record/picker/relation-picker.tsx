import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { usePickables } from '#web/record/picker/pickable.ts';
import { countOf, type Picked } from '#web/record/picker/picked.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { PickerPanel } from '#web/record/picker/picker-panel.tsx';
import styles from '#web/record/picker/picker.module.css';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface RelationPickerProps {
  /** Keys of the types to choose from; all when absent. */
  readonly types?: readonly string[];
  /** Single instead of multiple selection. */
  readonly isSingle?: boolean;
  /** Only what belongs to this record, such as the contacts of a customer. */
  readonly parent?: ParentRecord;
  /** What they have to meet besides. */
  readonly conditions?: readonly Condition[];
  readonly value: Picked;
  readonly onClose: () => void;
  readonly onPick: (picked: Picked) => void;
}

/** A dialog to choose records of one or several types (R24.1). */
export function RelationPicker({
  types,
  isSingle = false,
  parent,
  conditions = [],
  value,
  onClose,
  onPick,
}: RelationPickerProps) {
  const text = useText();
  const offered = usePickables().filter(({ key }) => types?.includes(key) ?? true);
  const [picked, setPicked] = useState(value);
  const [current, setCurrent] = useState(offered[0]?.key);
  const type = offered.find(({ key }) => key === current);
  const isReady = !isSingle || countOf(picked) > 0;
  const inDialog = { whileTyping: true, inDialog: true };
  // the form around it handles the same keys later
  useShortcut('Escape', onClose, inDialog);
  useShortcut('Control+Enter', () => isReady && onPick(picked), inDialog);
  return (
    <Dialog
      open
      width={offered.length > 1 ? 800 : 720}
      keyboard={false}
      title={type && text('picker.title', { name: text(type.label) })}
      onCancel={onClose}
      footer={
        <>
          {!isSingle && <span className={styles['count']}>{text('picker.chosen', { count: countOf(picked) })}</span>}
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="primary" disabled={!isReady} onClick={() => onPick(picked)}>
            {text('action.ok')}
          </Button>
        </>
      }
      destroyOnHidden
    >
      <PickerPanel
        types={offered}
        current={current}
        onCurrent={setCurrent}
        isSingle={isSingle}
        picked={picked}
        onPicked={setPicked}
        {...(parent && { parent })}
        conditions={conditions}
      />
    </Dialog>
  );
}
