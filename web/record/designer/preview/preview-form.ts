import { choiceOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { emptyField, type Field, type FieldValue } from '#shared/record/field.ts';
import { formView, type FormView } from '#shared/record/form-rules/form-view.ts';
import { fieldsByLabel, formulaField } from '#shared/record/formula/fields.ts';
import { storedFormula } from '#shared/record/formula/formula-text.ts';
import { anyFormula, reckoningsIn, withDefaults, type Reckoning } from '#shared/record/formula/reckoning.ts';

/** An input of the preview: one text, or the chosen options of several. */
export type SampleValue = string | readonly string[];

/** What has been entered into a preview, by the keys of the fields; absent where nothing has. */
export type SampleValues = Readonly<Record<string, SampleValue>>;

export interface PreviewForm {
  readonly view: FormView;
  /** What an input shows: what was entered, else the default, plain or by formula; of a computed field its result. */
  readonly valueOf: (draft: FieldDraft) => SampleValue;
}

/**
 * The form that is designed as it would be with these values: what its conditions do, and what its formulas and defaults by
 * formula come to. Formulas that are not right come to nothing.
 */
export function previewForm(drafts: readonly FieldDraft[], entered: SampleValues): PreviewForm {
  const fields = fieldsOf(drafts);
  const visible = drafts.filter(({ isHidden }) => !isHidden);
  const viewOf = (values: Readonly<Record<string, FieldValue>>): FormView =>
    formView(
      visible.map(({ key, formType, rules }) => ({ fieldName: key, formType, companionOf: null, rules })),
      values,
    );
  const held: Readonly<Record<string, FieldValue>> = Object.fromEntries(
    drafts.map((draft) => [draft.key, heldValue(draft, enteredInto(draft, entered))]),
  );
  const open = new Set(drafts.filter((draft) => isOpen(draft, entered)).map(({ key }) => key));
  const values = withDefaults({ fields, reckonings: reckoningsOf(fields), open, viewOf }, held);
  return {
    view: viewOf(values),
    valueOf: (draft) =>
      draft.formula !== null || isOpen(draft, entered) ? String(values[draft.key] ?? '') : enteredInto(draft, entered),
  };
}

/** Whether a default by formula still stands in it. */
const isOpen = ({ key, defaultFormula }: FieldDraft, entered: SampleValues): boolean =>
  defaultFormula !== null && entered[key] === undefined;

function enteredInto(draft: FieldDraft, entered: SampleValues): SampleValue {
  const { key, defaultValue, defaultFormula } = draft;
  const plain = defaultFormula === null ? defaultValue : '';
  return entered[key] ?? (choiceOf(draft) === 'several' ? plain.split(',').filter((one) => one !== '') : plain);
}

/** As a record would hold it; none while it is not right. */
function heldValue({ formType, options }: FieldDraft, value: SampleValue): FieldValue {
  const read = fieldTypeOf(formType).parse(value, { ...emptyField, formType, options });
  return read.ok ? read.value : null;
}

/** The fields of the form as formulas know them: each by the key of its draft, which is there before it is saved. */
function fieldsOf(drafts: readonly FieldDraft[]): Field[] {
  const plain = drafts.map(({ key, name, formType, options, maxLength }): Field => {
    const own = { fieldName: key, name: name.trim(), formType, options, maxLength };
    return { ...emptyField, ...own, fieldType: 1 };
  });
  const byLabel = fieldsByLabel(plain.map(formulaField));
  return plain.map((field, at) => {
    const { formula = null, defaultFormula = null, decimals = 0 } = drafts[at] ?? {};
    if (formula !== null) return { ...field, formula: { text: storedFormula(formula, byLabel), decimals } };
    return defaultFormula === null ? field : { ...field, defaultFormula: storedFormula(defaultFormula, byLabel) };
  });
}

/** None while formulas use each other, which the save refuses. */
function reckoningsOf(fields: readonly Field[]): readonly Reckoning[] {
  try {
    return reckoningsIn(fields, anyFormula);
  } catch {
    return [];
  }
}
