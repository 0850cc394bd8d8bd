import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { use, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { asFilter, asRule } from '#web/record/designer/rules/draft-rules.ts';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';
import { ConditionForm } from '#web/record/filter/condition-form.tsx';
import { valueWords } from '#web/record/filter/condition-parts.ts';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { Popup } from '#web/ui/popup.tsx';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { mostConditions, type RuleCondition } from '#shared/record/form-rules/field-rules.ts';
import { ruleOperators } from '#shared/record/form-rules/holds.ts';

interface ConditionListProps {
  /** Of the record type. */
  readonly label: number;
  /** What the conditions are for. */
  readonly name: string;
  /** The fields that they can look at. */
  readonly others: readonly FieldDraft[];
  readonly value: readonly RuleCondition[];
  readonly onChange: (conditions: RuleCondition[]) => void;
}

/** Conditions on other fields of the form, built as those of filters. */
export function ConditionList({ label, name, others, value, onChange }: ConditionListProps) {
  const text = useText();
  const [open, setOpen] = useState<number | null>(null);
  const type = use(RecordTypesContext).find((known) => known.type.code === label)?.type;
  const fields = others.map(asFilterField);
  if (!type) return null;
  const popup = (at: number, edited?: RuleCondition) => ({
    isOpen: open === at,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? at : null),
    title: name,
    placement: 'bottomRight' as const,
    content: (
      <ConditionForm
        type={type}
        fields={fields}
        {...(edited && { edited: asFilter(edited) })}
        onDone={(done) => {
          onChange(value.toSpliced(at, 1, asRule(done)));
          setOpen(null);
        }}
      />
    ),
  });
  return (
    <div role="group" aria-label={name}>
      <ul className={styles['conditions']}>
        {value.map((one, at) => {
          const field = fields.find(({ fieldName }) => fieldName === one.field);
          const words = [
            field?.name ?? one.field,
            text(operatorKey(one.condition)),
            valueWords(text, field, asFilter(one)),
          ].join(' ');
          return (
            <li key={at}>
              <Popup {...popup(at, one)}>
                <button type="button" aria-label={text('designer.edit_condition', { condition: words })}>
                  {words}
                </button>
              </Popup>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={text('designer.remove_condition', { condition: words })}
                onClick={() => onChange(value.toSpliced(at, 1))}
              />
            </li>
          );
        })}
      </ul>
      {value.length < mostConditions && (
        <Popup {...popup(value.length)}>
          <Button icon={<PlusOutlined aria-hidden />} aria-label={`${text('designer.add_condition')}：${name}`}>
            {text('designer.add_condition')}
          </Button>
        </Popup>
      )}
    </div>
  );
}

const asFilterField = (draft: FieldDraft): FilterField => ({
  fieldName: draft.key,
  name: draft.name,
  formType: draft.formType,
  setting: [...draft.options],
  fieldId: draft.key,
  operators: [...ruleOperators(draft)],
  groupable: 0,
});
