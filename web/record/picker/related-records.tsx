import { CloseOutlined, LinkOutlined } from '@ant-design/icons';
import { Button, Popover, Tag } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { usePickables } from '#web/record/picker/pickable.ts';
import { countOf, listOf, without, type Picked } from '#web/record/picker/picked.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { PickerPanel } from '#web/record/picker/picker-panel.tsx';
import styles from '#web/record/picker/picker.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import { Popup } from '#web/ui/popup.tsx';

interface RelatedRecordsProps {
  readonly value: Picked;
  readonly onChange: (value: Picked) => void;
  /** Keys of the types that can be linked. */
  readonly types: readonly string[];
  /** Only what belongs to this record, such as its children. */
  readonly parent?: ParentRecord;
  readonly disabled?: boolean;
}

/** A button that links records, from below on a phone, and the linked ones as chips; absent without a right to any (R24.4). */
export function RelatedRecords({ value, onChange, types, parent, disabled = false }: RelatedRecordsProps) {
  const text = useText();
  const offered = usePickables().filter(({ key }) => types.includes(key));
  // there is no space next to the button
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const unlink = async (key: string, id: number, name: string) => {
    if (await confirm({ title: text('picker.unlink_confirm'), text: name })) onChange(without(value, key, id));
  };
  const close = () => setOpen(false);
  const choose = (picked: Picked) => {
    close();
    onChange(picked);
  };
  if (offered.length === 0) return null;
  const chosen = listOf(offered, value);
  const opener = (
    <Button
      type="text"
      icon={<LinkOutlined aria-hidden />}
      disabled={disabled}
      title={text('picker.related')}
      aria-label={text('picker.related')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(true)}
    />
  );
  const chooser = (
    <Chooser offered={offered} value={value} {...(parent && { parent })} onClose={close} onChosen={choose} />
  );
  return (
    <div className={styles['related']}>
      {isPhone ? (
        <Popup
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={text('picker.related')}
          placement="bottomLeft"
          content={chooser}
        >
          {opener}
        </Popup>
      ) : (
        <Popover open={isOpen} trigger="click" placement="bottomLeft" arrow={false} destroyOnHidden content={chooser}>
          {opener}
        </Popover>
      )}
      {chosen.length > 0 && (
        <ul className={styles['chips']}>
          {chosen.map(({ type, record }) => (
            <li key={`${type.key} ${record.id}`}>
              <Tag
                icon={<type.icon aria-hidden />}
                closable={!disabled}
                closeIcon={<CloseOutlined aria-label={text('picker.unlink', { name: record.name })} />}
                onClose={(event) => {
                  // removed after confirmation
                  event.preventDefault();
                  void unlink(type.key, record.id, record.name);
                }}
              >
                {text('picker.related_chip', { type: text(type.label), name: record.name })}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChooserProps extends Pick<RelatedRecordsProps, 'parent'> {
  readonly offered: ReturnType<typeof usePickables>;
  readonly value: Picked;
  readonly onClose: () => void;
  readonly onChosen: (picked: Picked) => void;
}

/** The content of the popover. It closes by its buttons only: a click outside must not lose the selection. */
function Chooser({ offered, value, parent, onClose, onChosen }: ChooserProps) {
  const text = useText();
  const [picked, setPicked] = useState(value);
  const [current, setCurrent] = useState(offered[0]?.key);
  useShortcut('Escape', onClose, { whileTyping: true, inDialog: true });
  return (
    <div role="dialog" aria-label={text('picker.related')} className={styles['popover']}>
      <PickerPanel
        types={offered}
        current={current}
        onCurrent={setCurrent}
        isSingle={false}
        picked={picked}
        onPicked={setPicked}
        {...(parent && { parent })}
      />
      <div className={styles['footer']}>
        <span className={styles['count']}>{text('picker.chosen', { count: countOf(picked) })}</span>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" onClick={() => onChosen(picked)}>
          {text('action.ok')}
        </Button>
      </div>
    </div>
  );
}
