import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { FieldAids } from '#web/record/form/field-aids.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';
import { TitledSection } from '#web/record/form/rules/titled-section.tsx';
import styles from '#web/record/form/record-form.module.css';
import { areAlike, seenBy } from '#web/record/form/seen-values.ts';
import { headNames } from '#web/record/lines/line-figures.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { sectionsOf } from '#shared/record/form-rules/sections.ts';

interface FormFieldsProps extends Pick<FormBegin, 'screen' | 'id'> {
  readonly state: FormState;
  readonly aids: readonly FormAid[];
  /** Shows or hides the panel next to the form. */
  readonly onAside: () => void;
}

/** The inputs of a form in two columns; long ones span both (ui "Form template"). */
export function FormFields(props: FormFieldsProps) {
  const text = useText();
  const { screen, id, aids, state, onAside } = props;
  const { fields, shown } = state;
  const acts = useSteadyActs(state);
  const byName = new Map(shown.map((field) => [field.fieldName, field]));
  const below = headNames(screen.type.lines?.amounts);
  const sections = sectionsOf(fields, ({ fieldName }) => byName.has(fieldName) && !below.includes(fieldName));
  const grid = (own: readonly FormField[]) => (
    <div className={styles['grid']}>
      {own.map((field) => (
        <OneField
          key={field.fieldId}
          screen={screen}
          id={id}
          aids={aids}
          onAside={onAside}
          acts={acts}
          field={byName.get(field.fieldName) ?? field}
          values={state.values}
          message={state.errors[field.fieldName] ?? ''}
          batchId={state.batches[field.fieldName] ?? state.batchId}
        />
      ))}
    </div>
  );
  if (!fields.some(({ rules }) => rules?.section))
    return (
      <>
        <h3 className={styles['section']}>{text('form.basic')}</h3>
        {grid(sections.flatMap((section) => section.fields))}
      </>
    );
  return sections.map(({ at, title, fields: own }) => (
    <TitledSection key={at} title={title ?? text('form.basic')}>
      {grid(own)}
    </TitledSection>
  ));
}

/** As the set-up says, otherwise by the type. */
const isWide = (field: FormField): boolean =>
  field.rules?.width === undefined ? pageTypeOf(field).isWide === true : field.rules.width === 'whole';

/** What inputs do to the form; the same functions for as long as it is open, so that they draw no input again. */
type Acts = Pick<FormState, 'setValue' | 'checkWhenLeft'>;

function useSteadyActs(state: FormState): Acts {
  const latest = useRef<Acts>(state);
  useLayoutEffect(() => {
    latest.current = state;
  });
  const [acts] = useState<Acts>(() => ({
    setValue: (fieldName, value) => latest.current.setValue(fieldName, value),
    checkWhenLeft: (field) => latest.current.checkWhenLeft(field),
  }));
  return acts;
}

interface OneFieldProps extends Pick<FormFieldsProps, 'screen' | 'id' | 'aids' | 'onAside'> {
  readonly acts: Acts;
  readonly field: FormField;
  readonly values: FormValues;
  /** What is wrong with it; empty if nothing is. */
  readonly message: string;
  readonly batchId: string;
}

/** Label, input, aids and error. */
function OneField({ screen, id, field, aids, onAside, acts, values, message, batchId }: OneFieldProps) {
  return (
    <div data-field={field.fieldName} className={isWide(field) ? styles['wide'] : undefined}>
      <LabelledInput
        type={screen.type}
        field={field}
        seen={seenBy(screen.type, field, values)}
        batchId={batchId}
        acts={acts}
      />
      <FieldAids
        aids={aids}
        screen={screen}
        id={id}
        field={field}
        values={values}
        hasProblem={message !== ''}
        onAside={onAside}
      />
      {message !== '' && (
        <div role="alert" className={styles['error']}>
          {message}
        </div>
      )}
    </div>
  );
}

interface LabelledInputProps extends Pick<OneFieldProps, 'field' | 'acts' | 'batchId'> {
  readonly type: RecordType;
  /** The values that it looks at. */
  readonly seen: FormValues;
}

const isSameInput = ({ seen, ...before }: LabelledInputProps, { seen: next, ...after }: LabelledInputProps): boolean =>
  areAlike(seen, next) && areAlike(before, after);

/** Drawn again only when what it shows changes, since a form has many. */
const LabelledInput = memo(function LabelledInput({ type, field, seen, batchId, acts }: LabelledInputProps) {
  const { fieldId, fieldName, isNull, name } = field;
  const inputId = `field-${fieldId}`;
  return (
    <>
      <label htmlFor={inputId} className={styles['label']}>
        {isNull === 1 && (
          <span className={styles['required']} aria-hidden>
            *
          </span>
        )}{' '}
        {name}
      </label>
      <FieldInput
        id={inputId}
        type={type}
        field={field}
        value={seen[fieldName]}
        values={seen}
        setValue={acts.setValue}
        batchId={batchId}
        onChange={(value) => acts.setValue(fieldName, value)}
        onBlur={() => acts.checkWhenLeft(field)}
      />
    </>
  );
}, isSameInput);
