import { useText } from '#web/lib/i18n/i18n.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import type { FormValues } from '#web/record/form/form-values.ts';
import { isSame } from '#web/record/lines/form-lines.ts';
import type { HeadPreview } from '#web/record/lines/line-figures.ts';
import { lineText } from '#web/record/lines/line-text.ts';
import styles from '#web/record/lines/lines.module.css';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { LineAmounts, RecordType } from '#shared/record/record-type.ts';

interface TotalsProps {
  readonly type: RecordType;
  readonly amounts: LineAmounts;
  /** Of the document, if the user can see them. */
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly start: FormValues;
  /** Null where it depends on fields that the user cannot see. */
  readonly preview: HeadPreview | null;
  readonly haveLinesChanged: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly onType: (fieldName: string, value: unknown) => void;
  readonly onLeave: (field: FormField) => void;
}

/** The running totals below the lines of a form: their sum, and the discount and the total, which can be typed. */
export function LinesTotals({ amounts: { head }, fields, preview, ...rest }: TotalsProps) {
  const text = useText();
  const fieldOf = (name: string) => fields.find(({ fieldName }) => fieldName === name);
  const rate = fieldOf(head.discountRate);
  const total = fieldOf(head.totalPrice);
  return (
    <div className={styles['totals']}>
      {preview && (rate ?? total) && (
        <div>
          <span>{text('lines.sum')}</span>
          <output>{total ? lineText(total, preview.sum) : preview.sum}</output>
        </div>
      )}
      {rate && <Total {...rest} field={rate} shown={preview?.discountRate} other={head.totalPrice} />}
      {total && <Total {...rest} field={total} shown={preview?.totalPrice} other={head.discountRate} isGrand />}
    </div>
  );
}

interface TotalProps extends Pick<
  TotalsProps,
  'type' | 'values' | 'start' | 'haveLinesChanged' | 'errors' | 'onType' | 'onLeave'
> {
  readonly field: FormField;
  readonly shown: string | undefined;
  /** A value typed here replaces one typed in the other field. */
  readonly other: string;
  readonly isGrand?: boolean;
}

function Total({
  type,
  field,
  values,
  start,
  shown,
  other,
  isGrand = false,
  haveLinesChanged,
  errors,
  onType,
  onLeave,
}: TotalProps) {
  const text = useText();
  const { fieldName, fieldId, name, disabled, computed } = field;
  const id = `field-${fieldId}`;
  const isTyped = !isSame(values[fieldName], start[fieldName]);
  const value = isTyped ? values[fieldName] : (shown ?? (haveLinesChanged ? '' : values[fieldName]));
  const isOpen = disabled !== 1 && computed !== 1;
  const message = errors[fieldName] ?? '';
  const handleType = (next: unknown) => {
    if (!isSame(values[other], start[other])) onType(other, start[other]);
    onType(fieldName, next);
  };
  return (
    <div data-field={fieldName} className={isGrand ? styles['grand'] : undefined}>
      {isOpen ? <label htmlFor={id}>{name}</label> : <span>{name}</span>}
      {isOpen ? (
        <FieldInput
          id={id}
          type={type}
          field={{ ...field, inputTips: shown === undefined ? text('lines.after_save') : '' }}
          value={value}
          values={values}
          setValue={onType}
          batchId=""
          onChange={handleType}
          onBlur={() => onLeave(field)}
        />
      ) : (
        <output>{lineText(field, value) || text('lines.after_save')}</output>
      )}
      {message !== '' && (
        <div role="alert" className={styles['error']}>
          {message}
        </div>
      )}
    </div>
  );
}
