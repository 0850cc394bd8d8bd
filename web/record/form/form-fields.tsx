import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { FieldAids } from '#web/record/form/field-aids.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';
import styles from '#web/record/form/record-form.module.css';
import { headNames } from '#web/record/lines/line-figures.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

interface FormFieldsProps extends Pick<FormBegin, 'screen' | 'id'> {
  readonly state: FormState;
  readonly aids: readonly FormAid[];
  /** Shows or hides the panel next to the form. */
  readonly onAside: () => void;
}

/** The inputs of a form in two columns; long ones span both (ui "Form template"). */
export const FormFields = (props: FormFieldsProps) => (
  <div className={styles['grid']}>
    {props.state.shown
      .filter(({ fieldName }) => !headNames(props.screen.type.lines?.amounts).includes(fieldName))
      .map((field) => (
        <OneField key={field.fieldId} field={field} {...props} />
      ))}
  </div>
);

/** Label, input, aids and error. */
function OneField({ screen, id, field, state, aids, onAside }: FormFieldsProps & { readonly field: FormField }) {
  const { fieldId, fieldName, isNull, name } = field;
  const { values, errors, batchId, batches, setValue, checkWhenLeft } = state;
  const inputId = `field-${fieldId}`;
  const message = errors[fieldName] ?? '';
  return (
    <div data-field={fieldName} className={pageTypeOf(field).isWide ? styles['wide'] : undefined}>
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
        type={screen.type}
        field={field}
        value={values[fieldName]}
        values={values}
        setValue={setValue}
        batchId={batches[fieldName] ?? batchId}
        onChange={(value) => setValue(fieldName, value)}
        onBlur={() => checkWhenLeft(field)}
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
