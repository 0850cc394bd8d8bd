import { CommentOutlined, CopyOutlined, EditOutlined, PhoneOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useNear } from '#web/record/table/near-pointer.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import styles from '#web/record/table/record-table.module.css';
import type { Row } from '#web/record/row.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { toast } from '#web/ui/feedback.tsx';

export interface QuickAct {
  readonly label: MessageKey;
  readonly start: () => void;
}

interface ToolsProps {
  readonly row: Row;
  /** Label of the column. */
  readonly name: string;
  /** What is copied; '' for nothing. */
  readonly copied: string;
  /** The name of a record has what can be done with the row. */
  readonly isTitle: boolean;
  /** Asked for when the pointer comes. */
  readonly quickActFor: (() => QuickAct | null) | null;
  readonly onFollowUp: (() => void) | null;
  readonly onEdit: (() => void) | null;
  readonly children: ReactNode;
}

/** What is in a cell; too long, it is cut (cut-cells.ts). */
export const CellContent = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles['content']} data-content>
    {children}
  </span>
);

/** A cell with its quiet buttons, which come with the pointer: a thousand that nobody sees would slow every key down. */
export function CellTools(props: ToolsProps) {
  const { copied, isTitle, onEdit, children } = props;
  const [frame, isNear] = useNear();
  const content = <CellContent>{children}</CellContent>;
  if (!onEdit && copied === '' && !isTitle) return content;
  return (
    <span ref={frame} className={styles['cell']} data-near={isNear}>
      {content}
      {isNear && <Tools {...props} />}
    </span>
  );
}

function Tools({ row, name, copied, isTitle, quickActFor, onFollowUp, onEdit }: ToolsProps) {
  const text = useText();
  const quickAct = quickActFor?.();
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <button type="button" title={label} aria-label={label} onClick={onClick}>
      {icon}
    </button>
  );
  return (
    <span className={`${styles['tools']} ${isTitle ? styles['ofRow'] : ''}`}>
      {copied !== '' &&
        button(text('cell.copy', { name }), <CopyOutlined aria-hidden />, () => {
          void copyText(copied).then(() => toast.success(text('cell.copied')));
        })}
      {isTitle && <CallLink row={row} />}
      {quickAct && (
        <button type="button" className={styles['act']} onClick={quickAct.start}>
          {text(quickAct.label)}
        </button>
      )}
      {onFollowUp && button(text('cell.follow_up'), <CommentOutlined aria-hidden />, onFollowUp)}
      {onEdit && button(text('cell.edit', { name }), <EditOutlined aria-hidden />, onEdit)}
    </span>
  );
}

function CallLink({ row }: { readonly row: Row }) {
  const text = useText();
  const [number] = phoneNumbers(row);
  if (!number) return null;
  const label = text('cell.call', { number: number.shown });
  return (
    <a href={number.href} title={label} aria-label={label}>
      <PhoneOutlined aria-hidden />
    </a>
  );
}
