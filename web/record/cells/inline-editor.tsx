import { Select, type RefSelectProps } from 'antd';
import { use, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/cells/cell-editor.module.css';
import { FormFieldsContext, moveOf, type InlineFieldProps } from '#web/record/cells/inline-field.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { InlineMoment } from '#web/record/cells/inline-moment.tsx';
import { InlineText } from '#web/record/cells/inline-text.tsx';
import { useCellSave } from '#web/record/cells/use-cell-save.ts';
import type { InCell } from '#web/record/field-types/page-type.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { clearing } from '#web/ui/paged-select.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

export const isInline = (head: ListHead): boolean =>
  head.stateKey === undefined && pageTypeOf(head).inCell !== undefined;

type InlineProps = Omit<InlineFieldProps, 'field'> & {
  /** The cell, until the rules of its field are known. */
  readonly children: ReactNode;
};

/** Edits a value where it stands. */
export function InlineEditor({ children, ...props }: InlineProps) {
  const field = use(FormFieldsContext).find((one) => one.fieldId === props.head.fieldId);
  const { inCell } = pageTypeOf(props.head);
  if (!field || !inCell) return children;
  const Editor = editors[inCell];
  return <Editor {...props} field={field} />;
}

/** Options, of which the chosen one is saved at once. */
function InlineOptions({ screen, row, head, field, typed, onClose }: InlineFieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const before = row[head.fieldName];
  const choose = (value: string | number | undefined) => {
    onClose('down');
    if (value === before) return;
    void save(row, {
      fieldName: field.fieldName,
      value: value ?? '',
      shown: { key: head.fieldName, value: value ?? '' },
    });
  };
  return (
    <Select
      {...useSelect({ head, typed, onClose })}
      allowClear={field.isNull !== 1 && clearing()}
      placeholder={text('filter.pick_value')}
      value={String(before ?? '') === '' ? null : (before as string | number)}
      options={field.setting.map(optionOf)}
      onChange={(value: string | number | null) => choose(value ?? undefined)}
      onBlur={() => onClose(null)}
    />
  );
}

/** Several options, which are saved together as the list is left. */
function InlineChoices({ screen, row, head, field, typed, onClose }: InlineFieldProps) {
  const text = useText();
  const save = useCellSave(screen);
  const before = String(row[head.fieldName] ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(before === '' ? [] : before.split(','));
  const isDone = useRef(false);
  const close = (move: Parameters<typeof onClose>[0]) => {
    if (isDone.current) return;
    isDone.current = true;
    onClose(move);
    const value = chosen.join(',');
    if (value !== before) void save(row, { fieldName: field.fieldName, value, shown: { key: head.fieldName, value } });
  };
  return (
    <Select<string[]>
      {...useSelect({ head, typed, onClose: close })}
      mode="multiple"
      maxTagCount="responsive"
      placeholder={text('filter.pick_value')}
      value={[...chosen]}
      options={field.setting.map(optionOf).map(({ label, value }) => ({ label, value: String(value) }))}
      onChange={setChosen}
      onBlur={() => close(null)}
    />
  );
}

const editors: Readonly<Record<InCell, (props: InlineFieldProps) => ReactNode>> = {
  text: InlineText,
  options: InlineOptions,
  choices: InlineChoices,
  moment: InlineMoment,
};

/** A list in a cell is open at once, and takes the sign that has begun the edit as its search. */
function useSelect({ head, typed, onClose }: Pick<InlineFieldProps, 'head' | 'typed' | 'onClose'>) {
  const ref = useRef<RefSelectProps>(null);
  const [search, setSearch] = useState('');
  useEffect(() => {
    ref.current?.focus();
    // after the list, which forgets what it was searched for until it is open
    setSearch(typed);
  }, [typed]);
  return {
    ref,
    defaultOpen: true,
    showSearch: { optionFilterProp: 'label', searchValue: search, onSearch: setSearch },
    className: styles['inline'] ?? '',
    popupMatchSelectWidth: false,
    'aria-label': head.name,
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Escape') onClose(null);
      if (event.key !== 'Tab') return;
      event.preventDefault();
      onClose(moveOf(event) ?? null);
    },
  };
}
