import { useText } from '#web/lib/i18n/i18n.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { FieldAids } from '#web/record/form/field-aids.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';
import { TitledSection } from '#web/record/form/rules/titled-section.tsx';
import styles from '#web/record/form/record-form.module.css';
import { headNames } from '#web/record/lines/line-figures.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
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
  const { fields, shown } = props.state;
  const byName = new Map(shown.map((field) => [field.fieldName, field]));
  const below = headNames(props.screen.type.lines?.amounts);
  const sections = sectionsOf(fields, ({ fieldName }) => byName.has(fieldName) && !below.includes(fieldName));
  const grid = (own: readonly FormField[]) => (
    <div className={styles['grid']}>
      {own.map((field) => (
        <OneField key={field.fieldId} {...props} field={byName.get(field.fieldName) ?? field} />
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

/** Label, input, aids and error. */
function OneField({ screen, id, field, state, aids, onAside }: FormFieldsProps & { readonly field: FormField }) {
  const { fieldId, fieldName, isNull, name } = field;
  const { values, errors, batchId, batches, setValue, checkWhenLeft } = state;
  const inputId = `field-${fieldId}`;
  const message = errors[fieldName] ?? '';
  return (
    <div data-field={fieldName} className={isWide(field) ? styles['wide'] : undefined}>
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
