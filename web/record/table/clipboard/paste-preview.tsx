import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import type { Placed } from '#web/record/table/clipboard/cell-block.ts';
import styles from '#web/record/table/clipboard/paste-preview.module.css';
import { pasteInput } from '#web/record/table/clipboard/paste-input.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import type { PastedCell } from '#shared/record/calls/tool-calls.ts';
import { camelCase } from '#shared/record/field.ts';

interface PreviewProps {
  readonly screen: RecordScreen;
  readonly placed: Placed;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly onWrite: () => Promise<void>;
  readonly onClose: () => void;
}

/** What a pasted block would change, cell by cell, before it is written. */
export function PastePreview({ screen, placed, heads, rows, onWrite, onClose }: PreviewProps) {
  const text = useText();
  const [isWriting, setWriting] = useState(false);
  const preview = useQuery({
    ...callQuery(screen.calls.editField, { ...pasteInput(screen, placed, rows), isPreview: 1 }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const cells = preview.data?.cells ?? [];
  const refused = cells.filter(({ msg }) => msg !== '').length;
  const changed = cells.filter(({ msg, before, after }) => msg === '' && before !== after).length;
  const write = async () => {
    setWriting(true);
    try {
      await onWrite();
      onClose();
    } catch {
      // reported; the block is still there
      setWriting(false);
    }
  };
  return (
    <Dialog
      open
      width={Math.min(960, 320 + placed.fields.length * 180)}
      title={text('paste.title')}
      okText={text('paste.write', { count: changed })}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: changed === 0, autoFocus: true }}
      confirmLoading={isWriting}
      onOk={() => void write()}
      onCancel={onClose}
    >
      <PageState query={preview}>
        {() => (
          <>
            <p className={styles['said'] ?? ''}>
              {text('paste.changes', { count: changed })}
              {refused > 0 && <strong> {text('paste.refused', { count: refused })}</strong>}
              {placed.lostRows > 0 && ` ${text('paste.lost_rows', { count: placed.lostRows })}`}
              {placed.lostColumns > 0 && ` ${text('paste.lost_columns', { count: placed.lostColumns })}`}
            </p>
            <div className={styles['block']}>
              <Block {...{ screen, placed, heads, rows, cells }} />
            </div>
          </>
        )}
      </PageState>
    </Dialog>
  );
}

function Block({
  screen: { type },
  placed: { ids, fields },
  heads,
  rows,
  cells,
}: Omit<PreviewProps, 'onWrite' | 'onClose'> & { readonly cells: readonly PastedCell[] }) {
  const nameOf = (id: number) => String(rows.find((row) => idOf(type, row) === id)?.[camelCase(type.titleField)] ?? '');
  const title = camelCase(type.titleField);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{heads.find(({ fieldName }) => fieldName === title)?.name}</th>
          {fields.map((field) => (
            <th key={field} scope="col">
              {heads.find(({ fieldName }) => fieldName === field)?.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.map((id) => (
          <tr key={id}>
            <th scope="row" title={nameOf(id)}>
              {nameOf(id)}
            </th>
            {fields.map((field) => {
              const cell = cells.find((one) => one.id === id && one.fieldName === field);
              return <td key={field}>{cell && <Change cell={cell} />}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Change({ cell: { before, after, msg } }: { readonly cell: PastedCell }) {
  if (msg !== '')
    return (
      <>
        <s>{after}</s>
        <span className={styles['refused']}>{msg}</span>
      </>
    );
  if (before === after) return <span className={styles['same']}>{after === '' ? <Dash /> : after}</span>;
  return (
    <>
      {before !== '' && <del>{before}</del>}
      <ins>{after === '' ? <Dash /> : after}</ins>
    </>
  );
}
