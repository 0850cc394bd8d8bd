import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

interface FormulaInputProps {
  readonly id: string;
  readonly label: number;
  readonly draft: FieldDraft;
  /** All fields of the form. */
  readonly drafts: readonly FieldDraft[];
  readonly formula: string;
  /** It is the default of the field. */
  readonly isDefault?: boolean;
  readonly onChange: (formula: string) => void;
}

/** A formula, checked while it is typed, with its result for the newest record. */
export function FormulaInput({ id, label, draft, drafts, formula, isDefault = false, onChange }: FormulaInputProps) {
  const text = useText();
  const asked = useDebounced(formula);
  const { data } = useQuery({
    ...callQuery(fieldCalls.checkFormula, {
      label,
      formula: asked,
      formType: draft.formType,
      decimals: draft.decimals,
      ...(isDefault && { isDefault: 1 }),
      ...(draft.fieldId !== null && { fieldId: draft.fieldId }),
      designed: drafts.filter(({ key }) => key !== draft.key).map(asDesigned),
    }),
    enabled: asked.trim() !== '',
  });
  const problems = data?.problems ?? [];
  return (
    <>
      <Input.TextArea
        id={id}
        rows={3}
        spellCheck={false}
        maxLength={20_000}
        status={problems.length > 0 ? 'error' : ''}
        value={formula}
        onChange={({ target }) => onChange(target.value)}
      />
      <div role="status" className={styles['check']}>
        {problems.map(({ msg, from }) => (
          <p key={`${from} ${msg}`} className={styles['problem']}>
            {msg}
          </p>
        ))}
        {data?.example && problems.length === 0 && (
          <p>{text('designer.formula_example', { name: data.example.name, value: data.example.value })}</p>
        )}
      </div>
    </>
  );
}

/** Formulas are made of fields that are not saved yet, and by the names that fields are to have. */
const asDesigned = ({ fieldId, name, formType }: FieldDraft) => ({
  ...(fieldId !== null && { fieldId }),
  name: name.trim(),
  formType,
});
