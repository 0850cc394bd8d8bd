import { Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { missingFields, withColumn, type ColumnChoice, type ImportPreview } from '#web/record/import/column-choice.ts';
import styles from '#web/record/import/import.module.css';

interface ColumnTableProps {
  readonly fileName: string;
  readonly preview: ImportPreview;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
  /** The problems were found with another mapping. */
  readonly isChanged: boolean;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

/** The first rows of the sheet under their fields, with problems. */
export function ColumnTable(props: ColumnTableProps) {
  const { fileName, preview, choice, onChoice } = props;
  const text = useText();
  const missing = missingFields(preview, choice);
  const options = [
    { value: '', label: text('import.dialog.no_column') },
    ...preview.fields.map(({ fieldName, name, required }) => ({
      value: fieldName,
      label: required === 1 ? `${name} *` : name,
    })),
  ];
  return (
    <div className={styles['preview']}>
      <p>
        {text('import.dialog.found', {
          sheet: preview.sheetName || fileName,
          count: preview.rowCount,
          shown: preview.rows.length,
        })}
      </p>
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={text('import.dialog.file')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {preview.columns.map(({ index, heading, fieldName, guess }) => (
                <th key={index} scope="col">
                  {heading}
                  <Select
                    className={styles['column'] ?? ''}
                    aria-label={text('import.dialog.column_for', { index: index + 1, heading })}
                    value={choice[String(index)] ?? ''}
                    options={options}
                    showSearch={{ optionFilterProp: 'label' }}
                    onChange={(chosen) => onChoice(withColumn(choice, index, chosen))}
                  />
                  {guess !== null && choice[String(index)] === fieldName && (
                    <span className={styles['hint']}>{text(`import.dialog.guess.${guess}`)}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row, at) => (
              // a sheet may contain the same row twice
              <tr key={at}>
                {preview.columns.map(({ index }) => (
                  <td key={index}>{row[index] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <p className={styles['error']} role="alert">
          {text('import.dialog.missing', { names: missing.join('、') })}
        </p>
      )}
      <Problems {...props} />
    </div>
  );
}

function Problems({ preview, isChanged, isChecking, onCheck }: ColumnTableProps) {
  const text = useText();
  const { problems, checkedRows, badRows, rowCount } = preview;
  return (
    <>
      {isChanged && (
        <p className={styles['line']}>
          {text('import.dialog.changed')}
          <Button size="small" loading={isChecking} onClick={onCheck}>
            {text('import.dialog.recheck')}
          </Button>
        </p>
      )}
      {problems.length === 0 && checkedRows > 0 && !isChanged && (
        <p className={styles['fine']}>{text('import.dialog.no_problem', { checked: checkedRows })}</p>
      )}
      {checkedRows > 0 && checkedRows < rowCount && (
        <p className={styles['hint']}>{text('import.dialog.checked_part', { checked: checkedRows })}</p>
      )}
      {problems.length > 0 && (
        <>
          <p className={styles['error']} role="alert">
            {badRows === 0
              ? text('import.dialog.problems', { count: problems.length })
              : text('import.dialog.bad_rows', { checked: checkedRows, bad: badRows, good: checkedRows - badRows })}
          </p>
          <ul className={styles['problems']}>
            {problems.map(({ row, column, msg }, at) => (
              <li key={at}>
                {[row === null ? '' : text('import.dialog.row', { row }), column ?? '', msg]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
