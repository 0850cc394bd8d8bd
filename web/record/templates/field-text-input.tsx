import { Input, Select } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { byLabel, fieldOptions } from '#web/record/templates/field-choice.ts';
import type { FieldNames } from '#web/record/templates/field-names.ts';
import styles from '#web/record/templates/templates.module.css';
import type { PrintField } from '#shared/record/printing/print-calls.ts';

interface FieldTextProps {
  readonly label: string;
  readonly hint?: string;
  /** As stored, with the keys of fields. */
  readonly value: string;
  readonly fields: readonly PrintField[];
  readonly names: FieldNames;
  readonly rows: number;
  readonly maxLength: number;
  /** In the margins the numbers of pages can be named as well. */
  readonly hasPages?: boolean;
  readonly onChange: (stored: string) => void;
}

/** A text with fields in braces, which are shown by their labels and put in where the caret is. */
export function FieldTextInput(props: FieldTextProps) {
  const { label, hint, value, fields, names, rows, maxLength, hasPages = false, onChange } = props;
  const text = useText();
  const input = useRef<TextAreaRef>(null);
  const shown = names.shown(value);
  const insert = (key: string) => {
    const area = input.current?.resizableTextArea?.textArea;
    const from = area?.selectionStart ?? shown.length;
    const to = area?.selectionEnd ?? from;
    onChange(names.stored(`${shown.slice(0, from)}{${key}}${shown.slice(to)}`));
    area?.focus();
  };
  const formats = fields.flatMap(({ key, name, group, isMoney, isDay }) => {
    if (group === 'line') return [];
    if (isMoney === 1) return [{ value: `${key}:capitals`, label: `${name} · ${text('template.format_capitals')}` }];
    return isDay === 1 ? [{ value: `${key}:day`, label: `${name} · ${text('template.format_day')}` }] : [];
  });
  const pages = hasPages
    ? [
        {
          label: text('template.group_page'),
          options: [
            { value: 'page', label: text('template.page_number') },
            { value: 'pages', label: text('template.page_count') },
          ],
        },
      ]
    : [];
  return (
    <div className={styles['field']}>
      <label className={styles['labelled']}>
        <span>{label}</span>
        <Input.TextArea
          ref={input}
          value={shown}
          autoSize={{ minRows: rows, maxRows: 14 }}
          maxLength={maxLength}
          onChange={({ target }) => onChange(names.stored(target.value))}
        />
      </label>
      {hint !== undefined && <small>{hint}</small>}
      <Select
        size="small"
        showSearch={byLabel}
        value={null}
        placeholder={text('template.insert_field')}
        aria-label={`${text('template.insert_field')} ${label}`}
        onChange={(key: string | null) => key !== null && insert(key)}
        options={[
          ...pages,
          ...fieldOptions(fields, text),
          ...(formats.length > 0 ? [{ label: text('template.group_format'), options: formats }] : []),
        ]}
      />
    </div>
  );
}
