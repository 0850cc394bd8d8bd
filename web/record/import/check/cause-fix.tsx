import { Button, Select } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import styles from '#web/record/import/check/check.module.css';
import type { CellPlace } from '#web/record/import/check/check-table.tsx';
import type { ColumnChoice } from '#web/record/import/column-choice.ts';
import type { ImportTarget } from '#web/record/import/use-import-start.ts';
import { asBlank, asOption, asShown, withTexts } from '#web/record/import/check/mends.ts';
import {
  importCalls,
  type ImportCause,
  type ImportPreview,
  type SheetMends,
} from '#shared/record/calls/import-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface CausesProps {
  readonly read: { readonly preview: ImportPreview; readonly choice: ColumnChoice; readonly mends: SheetMends };
  readonly type: RecordType;
  readonly target: ImportTarget;
  readonly onTarget: (target: ImportTarget) => void;
  readonly onMend: (mends: SheetMends) => void;
  /** An option has been added to a field. */
  readonly onAdded: () => void;
  readonly onPlace: (place: CellPlace) => void;
}

interface CauseFixProps extends CausesProps {
  readonly cause: ImportCause;
}

/** A fix for all rows of one cause. */
export function CauseFix(props: CauseFixProps) {
  const text = useText();
  const { read, cause, onMend, onPlace } = props;
  const { index, rows, texts } = cause;
  if (index === null) return <Rows rows={rows} count={cause.rowCount} />;
  const field = read.preview.fields.find(({ fieldName }) => fieldName === read.choice[String(index)]);
  const written = texts.filter(([from]) => from !== '');
  const put = (pairs: readonly (readonly [string, string])[]) => onMend(withTexts(read.mends, index, pairs));
  const [first] = rows;
  return (
    <>
      {cause.option === null ? (
        <Rows rows={rows} count={cause.rowCount} />
      ) : (
        <Options {...props} index={index} put={put} />
      )}
      <div className={styles['fixes']}>
        {first !== undefined && cause.option === null && (
          <Button size="small" onClick={() => onPlace({ row: first, index })}>
            {text('import.check.one_by_one')}
          </Button>
        )}
        {cause.code === 'import.row_formula' && written.length > 0 && (
          <Button size="small" onClick={() => put(asShown(cause))}>
            {text('import.check.as_shown')}
          </Button>
        )}
        {written.length > 0 && field?.required !== 1 && (
          <Button size="small" onClick={() => put(asBlank(cause))}>
            {text('import.check.blank')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The first rows that it is about. */
function Rows({ rows, count }: { readonly rows: readonly number[]; readonly count: number }) {
  const text = useText();
  const named = rows.slice(0, 5).join('、');
  return (
    <p className={styles['tip']}>
      {text(rows.length < count || rows.length > 5 ? 'import.check.in_rows_more' : 'import.check.in_rows', {
        rows: named,
      })}
    </p>
  );
}

interface OptionsProps extends CauseFixProps {
  readonly index: number;
  readonly put: (pairs: readonly (readonly [string, string])[]) => void;
}

/** Another option in place of one that there is not, or that one added to the field. */
function Options({ read, type, cause, index, put, onAdded }: OptionsProps) {
  const text = useText();
  const may = useMay();
  const add = useAction(importCalls.addOption, { onDone: onAdded });
  const choice = read.preview.choices.find(({ fieldName }) => fieldName === read.choice[String(index)]);
  const option = cause.option ?? '';
  if (!choice) return null;
  return (
    <>
      <div className={styles['instead']}>
        <Select
          aria-label={text('import.check.instead', { option })}
          placeholder={text('import.check.change_to')}
          options={choice.options.map((value) => ({ value, label: value }))}
          showSearch
          onChange={(chosen: string) => put(asOption(cause, chosen))}
        />
      </div>
      {may('manage:crm:field') && (
        <Button
          type="link"
          size="small"
          className={styles['add'] ?? ''}
          loading={add.isPending}
          onClick={() => add.mutate({ label: type.code, fieldId: choice.fieldId, name: option })}
        >
          {text('import.check.add_option', { option })}
        </Button>
      )}
    </>
  );
}
