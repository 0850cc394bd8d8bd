import { ExclamationCircleOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/check/check.module.css';
import { CellInput } from '#web/record/import/check/cell-input.tsx';
import { cellMended, withCell } from '#web/record/import/check/mends.ts';
import type { ColumnChoice } from '#web/record/import/column-choice.ts';
import { Dash } from '#web/ui/values/dash.tsx';
import type { ImportPreview, SheetMends } from '#shared/record/calls/import-calls.ts';

/** A cell by its row in the sheet and its column. */
export interface CellPlace {
  readonly row: number;
  readonly index: number;
}

interface CheckTableProps {
  readonly read: { readonly preview: ImportPreview; readonly choice: ColumnChoice; readonly mends: SheetMends };
  readonly shown: 'all' | 'bad' | 'ask';
  /** The cell that is being mended. */
  readonly place: CellPlace | null;
  readonly onPlace: (place: CellPlace | null) => void;
  /** To the next cell that has to be mended. */
  readonly onNext: () => void;
  readonly onMend: (mends: SheetMends) => void;
}

type Mark = ImportPreview['marks'][number];
/** Longer texts are mended in the sheet. */
const longest = 2000;

/** The rows as they would be imported: red cells stop their row, amber ones ask, green ones were repaired. */
export function CheckTable({ read, shown, place, onPlace, onNext, onMend }: CheckTableProps) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const { preview, choice, mends } = read;
  const columns = preview.columns.flatMap(({ index, heading }) => {
    const field = preview.fields.find(({ fieldName }) => fieldName === choice[String(index)]);
    const options = preview.choices.find(({ fieldName }) => fieldName === field?.fieldName)?.options ?? [];
    return field ? [{ index, heading, field, options }] : [];
  });
  const byCell = new Map<string, Mark[]>();
  for (const mark of preview.marks) {
    const key = `${mark.row}/${mark.index}`;
    byCell.set(key, [...(byCell.get(key) ?? []), mark]);
  }
  const rowsOf = (kind: Mark['kind']) =>
    new Set(preview.marks.filter((mark) => mark.kind === kind).map(({ row }) => row));
  const wanted = shown === 'all' ? null : rowsOf(shown);
  const lines = preview.lines.filter(({ row }) => wanted === null || wanted.has(row));
  useEffect(() => {
    // not under the headings or the row numbers, which stay
    box.current?.querySelector('input')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [place]);
  const cell = (row: number, index: number, cells: readonly string[], name: string, options: readonly string[]) => {
    const own = byCell.get(`${row}/${index}`) ?? [];
    const value = cellMended(mends, row, index) ?? cells[index] ?? '';
    const says = own.map(({ msg }) => msg).join('；');
    const kind = own[0]?.kind;
    if (place?.row === row && place.index === index)
      return (
        <td key={index} className={styles['now']}>
          <CellInput
            label={text('import.check.cell', { row, name })}
            value={value}
            says={says}
            options={options}
            onCancel={() => onPlace(null)}
            onDone={(next, isOn) => {
              if (next !== value) onMend(withCell(mends, row, index, next));
              if (isOn) onNext();
              else onPlace(null);
            }}
          />
        </td>
      );
    return (
      <td key={index} className={kind && styles[kind]} title={says || value}>
        <button
          type="button"
          tabIndex={kind === undefined || kind === 'fixed' ? -1 : 0}
          aria-label={text('import.check.cell_says', { row, name, value, says })}
          disabled={value.length > longest}
          onClick={() => onPlace({ row, index })}
        >
          <span>{value === '' ? says !== '' && kind === 'bad' ? says : <Dash /> : value}</span>
          {kind !== undefined && kind !== 'fixed' && <ExclamationCircleOutlined aria-hidden />}
        </button>
      </td>
    );
  };
  return (
    <div className={styles['scroll']} ref={box}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('import.dialog.column.row')}</th>
            {columns.map(({ index, field, heading }) => (
              <th key={index} scope="col" title={heading}>
                {field.name}
                {field.required === 1 && <i aria-hidden>*</i>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, cells }) => {
            const whole = byCell.get(`${row}/null`)?.[0];
            return (
              <tr key={row}>
                <th scope="row" className={whole && styles[whole.kind]} title={whole?.msg}>
                  {row}
                </th>
                {columns.map(({ index, field, options }) => cell(row, index, cells, field.name, options))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown === 'all' && lines.length < preview.rowCount && (
        <p className={styles['more']}>{text('import.check.shown', { shown: lines.length })}</p>
      )}
    </div>
  );
}
