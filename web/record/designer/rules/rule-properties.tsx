import { Form, Segmented, Select } from 'antd';
import { use } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ConditionList } from '#web/record/designer/rules/condition-list.tsx';
import type { DraftRules } from '#web/record/designer/rules/draft-rules.ts';
import { choiceOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { headNames } from '#web/record/lines/line-figures.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import styles from '#web/record/designer/designer.module.css';
import { numbersRecords } from '#shared/record/field-types.ts';
import { ruleOperators } from '#shared/record/form-rules/holds.ts';

interface RulePropertiesProps {
  /** Of the record type. */
  readonly label: number;
  readonly draft: FieldDraft;
  /** All fields of the form. */
  readonly drafts: readonly FieldDraft[];
  readonly onChange: (rules: DraftRules) => void;
}

/** Where a field stands, when it is shown or required, and which options it offers. */
export function RuleProperties({ label, draft, drafts, onChange }: RulePropertiesProps) {
  const text = useText();
  const { rules } = draft;
  const type = use(RecordTypesContext).find((known) => known.type.code === label)?.type;
  const isAlwaysShown =
    draft.isAlwaysShown || [type?.titleField, ...headNames(type?.lines?.amounts)].includes(draft.key);
  const others = drafts.filter((one) => one.key !== draft.key && isWatched(one));
  const parents = others.filter((one) => choiceOf(one) === 'one' && one.options.length > 0);
  const isComputed = draft.formula !== null || draft.isRollup || numbersRecords(draft);
  const set = (part: Partial<DraftRules>) =>
    onChange(Object.fromEntries(Object.entries({ ...rules, ...part }).filter(([, one]) => one !== undefined)));
  const conditions = (of: 'shownWhen' | 'requiredWhen') => (
    <ConditionList
      label={label}
      name={text(of === 'shownWhen' ? 'designer.shown_when' : 'designer.required_when')}
      others={others}
      value={rules[of] ?? []}
      onChange={(next) => set({ [of]: next.length > 0 ? next : undefined })}
    />
  );
  const isWide = rules.width === undefined ? pageTypeOf(draft).isWide === true : rules.width === 'whole';
  return (
    <Form layout="vertical" component="div" className={styles['rules'] ?? ''}>
      <Form.Item label={text('designer.layout')}>
        <Segmented
          aria-label={text('designer.layout')}
          value={isWide ? ('whole' as const) : ('half' as const)}
          options={(['half', 'whole'] as const).map((value) => ({ value, label: text(`designer.${value}`) }))}
          onChange={(width: 'half' | 'whole') => set({ width })}
        />
      </Form.Item>
      {!isAlwaysShown && others.length > 0 && (
        <Form.Item label={text('designer.shown_when')} extra={text('designer.shown_hint')}>
          {conditions('shownWhen')}
        </Form.Item>
      )}
      {!isComputed && others.length > 0 && (
        <Form.Item label={text('designer.required_when')} extra={text('designer.required_hint')}>
          {conditions('requiredWhen')}
        </Form.Item>
      )}
      {choiceOf(draft) && parents.length > 0 && (
        <Form.Item
          label={text('designer.options_by')}
          htmlFor="designer-options-by"
          extra={text('designer.options_by_hint')}
        >
          <Select
            id="designer-options-by"
            allowClear
            value={rules.optionsBy?.field ?? null}
            options={parents.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(field: string | null) => set({ optionsBy: field ? { field, allowed: {} } : undefined })}
          />
        </Form.Item>
      )}
      {rules.optionsBy && (
        <Allowed
          draft={draft}
          parent={parents.find(({ key }) => key === rules.optionsBy?.field)}
          value={rules.optionsBy.allowed}
          onChange={(allowed) => rules.optionsBy && set({ optionsBy: { ...rules.optionsBy, allowed } })}
        />
      )}
    </Form>
  );
}

/** Whether conditions can look at a field: not at what the server computes. */
const isWatched = (draft: FieldDraft): boolean =>
  draft.formula === null &&
  !draft.isRollup &&
  !numbersRecords(draft) &&
  ruleOperators(draft).length > 0 &&
  !draft.isPart;

interface AllowedProps {
  readonly draft: FieldDraft;
  readonly parent: FieldDraft | undefined;
  readonly value: Readonly<Record<string, string[]>>;
  readonly onChange: (allowed: Record<string, string[]>) => void;
}

/** The options that each option of the other field allows; none chosen means all. */
function Allowed({ draft, parent, value, onChange }: AllowedProps) {
  const text = useText();
  return parent?.options.map((option, at) => (
    <Form.Item key={option} label={text('designer.options_of', { option })} htmlFor={`designer-allowed-${at}`}>
      <Select
        id={`designer-allowed-${at}`}
        mode="multiple"
        allowClear
        placeholder={text('designer.all_options')}
        value={Object.hasOwn(value, option) ? (value[option] ?? []) : []}
        options={draft.options.map((one) => ({ value: one, label: one }))}
        onChange={(next: string[]) =>
          onChange(
            Object.fromEntries(
              Object.entries({ ...value, [option]: next }).filter(([, allowed]) => allowed.length > 0),
            ),
          )
        }
      />
    </Form.Item>
  ));
}
