import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PropertiesProps } from '#web/record/templates/properties-props.ts';
import styles from '#web/record/templates/templates.module.css';
import type { PrintField } from '#shared/record/printing/print-calls.ts';
import { mostColumns, type BlockOf, type LineColumn } from '#shared/record/printing/template.ts';

/** The columns of a table of lines, from left to right. */
export function LinesProperties({ block, fields, onChange }: PropertiesProps<BlockOf<'lines'>>) {
  const text = useText();
  const { columns } = block;
  const ofLines = fields.filter(({ group }) => group === 'line');
  const set = (next: LineColumn[]) => onChange({ ...block, columns: next });
  const unused = ofLines.find(({ key }) => !columns.some(({ field }) => field === key));
  return (
    <fieldset className={styles['columns']}>
      <legend>{text('template.line_columns')}</legend>
      {columns.length === 0 && <small>{text('template.all_columns')}</small>}
      {columns.map((column, at) => (
        <ColumnRow
          key={at}
          column={column}
          name={text('template.column', { number: at + 1 })}
          ofLines={ofLines}
          onChange={(next) => set(columns.with(at, next))}
          onRemove={() => set(columns.toSpliced(at, 1))}
        />
      ))}
      <Button
        size="small"
        disabled={columns.length >= mostColumns}
        onClick={() => set([...columns, { field: unused?.key ?? '', width: 10, title: '', hasSum: false }])}
      >
        {text('template.add_column')}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  readonly column: LineColumn;
  readonly name: string;
  readonly ofLines: readonly PrintField[];
  readonly onChange: (column: LineColumn) => void;
  readonly onRemove: () => void;
}

function ColumnRow({ column, name, ofLines, onChange, onRemove }: RowProps) {
  const text = useText();
  const field = ofLines.find(({ key }) => key === column.field);
  return (
    <div className={styles['column']} role="group" aria-label={name}>
      <Select
        aria-label={`${name} ${text('template.column_field')}`}
        value={column.field}
        onChange={(next) => onChange({ ...column, field: next, hasSum: false })}
        options={[
          { value: '', label: text('print.number') },
          ...ofLines.map(({ key, name: label }) => ({ value: key, label })),
        ]}
      />
      <InputNumber
        min={1}
        max={100}
        precision={0}
        aria-label={`${name} ${text('template.column_width')}`}
        title={text('template.column_width')}
        value={column.width}
        onChange={(width) => onChange({ ...column, width: width ?? 10 })}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`${text('template.remove')} ${name}`}
        onClick={onRemove}
      />
      <Input
        placeholder={field?.name ?? text('print.number')}
        aria-label={`${name} ${text('template.column_title')}`}
        value={column.title}
        maxLength={50}
        onChange={({ target }) => onChange({ ...column, title: target.value })}
      />
      <Checkbox
        checked={column.hasSum}
        disabled={field?.isNumber !== 1}
        onChange={({ target }) => onChange({ ...column, hasSum: target.checked })}
      >
        {text('template.column_sum')}
      </Checkbox>
    </div>
  );
}
