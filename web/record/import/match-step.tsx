import { ArrowRightOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { missingFields, withColumn } from '#web/record/import/column-choice.ts';
import styles from '#web/record/import/steps.module.css';
import type { ImportWork } from '#web/record/import/use-import-work.ts';

interface MatchStepProps {
  readonly work: ImportWork;
  readonly onClose: () => void;
}

/** Step 2: each column of the sheet beside its field. */
export function MatchStep({ work, onClose }: MatchStepProps) {
  const text = useText();
  const { read, match, setStep, checkAll } = work;
  if (!read) return null;
  const { preview, choice, guesses, file } = read;
  const missing = missingFields(preview, choice);
  const used = preview.columns.filter(({ index }) => (choice[String(index)] ?? '') !== '').length;
  const unique = preview.fields.filter((field) => field.unique === 1).map(({ name }) => name);
  const options = [
    { value: '', label: text('import.dialog.no_column') },
    ...preview.fields.map(({ fieldName, name, required }) => ({
      value: fieldName,
      label: required === 1 ? `${name} *` : name,
    })),
  ];
  return (
    <>
      <p className={styles['hint']}>
        {text('import.dialog.found', { sheet: preview.sheetName || file.name, count: preview.rowCount })}{' '}
        {text('import.dialog.unique', { names: unique.join('、') || text('import.dialog.no_unique') })}
      </p>
      <ul className={styles['columns']}>
        {preview.columns.map(({ index, heading }) => {
          const guessed = guesses[index];
          const example = preview.rows.map((row) => row[index] ?? '').find((one) => one !== '');
          return (
            <li key={index}>
              <div className={styles['heading']}>
                <span title={heading}>{heading}</span>
                <small title={example}>{example ?? text('import.dialog.no_example')}</small>
              </div>
              <ArrowRightOutlined aria-hidden />
              <div className={styles['field']}>
                <Select
                  aria-label={text('import.dialog.column_for', { index: index + 1, heading })}
                  value={choice[String(index)] ?? ''}
                  options={options}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={(chosen) => match(withColumn(choice, index, chosen))}
                />
                {guessed?.guess && choice[String(index)] === guessed.fieldName && (
                  <small>{text(`import.dialog.guess.${guessed.guess}`)}</small>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <p className={styles['error']} role="alert">
          {text('import.dialog.missing', { names: missing.join('、') })}
        </p>
      )}
      <footer className={styles['footer']}>
        <span className={styles['hint']}>
          {text('import.dialog.columns_used', { used, left: preview.columns.length - used })}
        </span>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button onClick={() => setStep('file')}>{text('import.dialog.previous')}</Button>
        <Button type="primary" disabled={missing.length > 0} onClick={checkAll}>
          {text('import.step.check')}
        </Button>
      </footer>
    </>
  );
}
