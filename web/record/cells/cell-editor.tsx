import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { isDialogOpen } from '#web/lib/shortcuts.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import type { CellMove } from '#web/record/cells/inline-field.ts';
import { FieldEditor } from '#web/record/cells/field-editor.tsx';
import { InlineEditor, isInline } from '#web/record/cells/inline-editor.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Loading } from '#web/ui/states/page-state.tsx';
import { type Row, idOf } from '#web/record/row.ts';
import { fieldCalls, type ListHead } from '#shared/record/calls/field-calls.ts';

interface EditorProps {
  readonly screen: RecordScreen;
  readonly row: Row;
  readonly head: ListHead;
  /** The key that has begun the edit, which replaces the value; '' for a press. */
  readonly typed: string;
  /** Enter was pressed before there was a box. */
  readonly isSent: boolean;
  /** The edit is over, and the keys go on from there. */
  readonly onClose: (move: CellMove) => void;
  /** A text that was refused after the edit was over. */
  readonly onRefused: (typed: string) => void;
}

/**
 * Edits one cell in place, by the rules of the form; one undo reverts it. Text, numbers, options and days are edited in
 * the cell itself, an address and what is picked among people and records in a box over it.
 */
export function CellEditor({ children, ...props }: EditorProps & { readonly children: ReactNode }) {
  if (isInline(props.head)) return <InlineEditor {...props}>{children}</InlineEditor>;
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      // a click in the dialog of an input is not a click outside
      onOpenChange={(isOpen) => !isOpen && !isDialogOpen() && props.onClose(null)}
      content={<Editor {...props} />}
    >
      {children}
    </Popover>
  );
}

function Editor(props: EditorProps) {
  const { screen, row, head } = props;
  const { type } = screen;
  const query = useQuery({
    ...callQuery(fieldCalls.form, { label: type.code, id: idOf(type, row) }),
    staleTime: 0,
    gcTime: 0,
  });
  const field = query.data?.find((one) => one.fieldId === head.fieldId);
  const values = Object.fromEntries((query.data ?? []).map((one) => [one.fieldName, one.value]));
  return (
    <div className={styles['editor']}>
      {field ? (
        <FieldEditor
          screen={screen}
          row={row}
          field={field}
          others={values}
          onClose={(isSaved) => props.onClose(isSaved ? 'down' : null)}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}
