import { Checkbox, Form, Input, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { choiceOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { FormulaInput } from '#web/record/designer/formula-input.tsx';

interface DefaultInputProps {
  /** Of the record type; null for a form without formulas. */
  readonly label: number | null;
  readonly draft: FieldDraft;
  /** All fields of the form. */
  readonly drafts: readonly FieldDraft[];
  readonly onChange: (change: Partial<FieldDraft>) => void;
}

/** What a new record has unless something is entered: a value, or what a formula makes of the other fields. */
export function DefaultInput({ label, draft, drafts, onChange }: DefaultInputProps) {
  const text = useText();
  const { defaultValue, defaultFormula } = draft;
  const mayCompute = label !== null && draft.mayDefaultBy;
  return (
    <>
      {defaultFormula === null && (
        <Form.Item label={text('designer.default')} htmlFor="designer-default">
          {choiceOf(draft) === 'one' ? (
            <Select
              id="designer-default"
              allowClear
              value={defaultValue || null}
              options={draft.options.map((value) => ({ value, label: value }))}
              onChange={(value) => onChange({ defaultValue: value ?? '' })}
            />
          ) : (
            <Input
              id="designer-default"
              maxLength={1000}
              spellCheck={false}
              value={defaultValue}
              onChange={({ target }) => onChange({ defaultValue: target.value })}
            />
          )}
        </Form.Item>
      )}
      {mayCompute && (
        <Form.Item>
          <Checkbox
            checked={defaultFormula !== null}
            onChange={({ target }) => onChange({ defaultFormula: target.checked ? '' : null })}
          >
            {text('designer.default_computed')}
          </Checkbox>
        </Form.Item>
      )}
      {mayCompute && defaultFormula !== null && (
        <Form.Item
          label={text('designer.default_formula')}
          htmlFor="designer-default-formula"
          extra={text('designer.default_hint')}
        >
          <FormulaInput
            id="designer-default-formula"
            label={label}
            draft={draft}
            drafts={drafts}
            formula={defaultFormula}
            isDefault
            onChange={(changed) => onChange({ defaultFormula: changed })}
          />
        </Form.Item>
      )}
    </>
  );
}
