import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import {
  choiceOf,
  hasLength,
  mayBeUnique,
  mayHaveIndex,
  typeNameOf,
  type FieldDraft,
} from '#web/record/designer/field-drafts.ts';
import { DefaultInput } from '#web/record/designer/defaults/default-input.tsx';
import { FormulaInput } from '#web/record/designer/formula-input.tsx';
import { IndexInput } from '#web/record/designer/index-input.tsx';
import { RollupInput, type RollupRefusal } from '#web/record/designer/rollup-input.tsx';
import type { DraftRules } from '#web/record/designer/rules/draft-rules.ts';
import { UsesPart } from '#web/record/designer/life/field-uses.tsx';
import { OptionList } from '#web/record/designer/options/option-list.tsx';
import styles from '#web/record/designer/designer.module.css';
import { holdsFiles } from '#shared/record/field-types.ts';
import type { OptionColour } from '#shared/record/form-rules/field-rules.ts';
import { resultTypeOf } from '#shared/record/formula/result-type.ts';

/** A field that leads hand their value to. */
export interface Target {
  readonly fieldId: number;
  readonly name: string;
  readonly formType: string;
}

interface FieldPropertiesProps {
  /** Of the record type. */
  readonly label: number | null;
  readonly draft: FieldDraft;
  /** All fields of the form. */
  readonly drafts: readonly FieldDraft[];
  /** Why the roll-up was refused; null unless it was. */
  readonly refusal: RollupRefusal | null;
  /** Fields of the type that records are converted to; none for types that are not converted. */
  readonly targets: readonly Target[];
  readonly onChange: (change: Partial<FieldDraft>) => void;
  /** Also where other fields look at the option. */
  readonly onRenameOption: (from: string, to: string) => void;
}

/** Those of the new names that are still options. */
const renamedAmong = (renamed: FieldDraft['renamed'], options: readonly string[]): FieldDraft['renamed'] =>
  Object.fromEntries(Object.entries(renamed).filter(([to]) => options.includes(to)));

function withColour({ colours, ...rules }: DraftRules, option: string, colour: OptionColour | null): DraftRules {
  const { [option]: _former, ...others } = colours ?? {};
  const next = colour === null ? others : { ...others, [option]: colour };
  return { ...rules, ...(Object.keys(next).length > 0 && { colours: next }) };
}

/** 字段属性 of the chosen field. */
export function FieldProperties({ label, draft, drafts, refusal, targets, ...acts }: FieldPropertiesProps) {
  const text = useText();
  const { onChange, onRenameOption } = acts;
  const { isLocked, formula, isRollup } = draft;
  const isComputed = formula !== null || isRollup;
  const hasOwnOptions = choiceOf(draft) !== undefined && !draft.isFixed && label !== null;
  const mayCompute = draft.fieldId === null && !isRollup && resultTypeOf(draft.formType) !== undefined;
  const matching = targets.filter(({ formType }) => formType === draft.formType);
  const tick = (key: 'isRequired' | 'isUnique' | 'isHidden', title: string, isOff = false) => (
    <Checkbox checked={draft[key]} disabled={isOff} onChange={({ target }) => onChange({ [key]: target.checked })}>
      {title}
    </Checkbox>
  );
  return (
    <Form layout="vertical" component="div" key={draft.key}>
      <p className={styles['kind']}>{typeNameOf(draft, text)}</p>
      {isLocked && <p className={styles['hint']}>{text('designer.locked')}</p>}
      <Form.Item label={text('designer.name')} htmlFor="designer-name" required>
        <Input
          id="designer-name"
          maxLength={50}
          spellCheck={false}
          disabled={isLocked}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Form.Item>
      {!isLocked && (
        <Form.Item label={text('designer.tips')} htmlFor="designer-tips">
          <Input
            id="designer-tips"
            maxLength={200}
            spellCheck={false}
            value={draft.inputTips}
            onChange={({ target }) => onChange({ inputTips: target.value })}
          />
        </Form.Item>
      )}
      {choiceOf(draft) && (
        <Form.Item label={text('designer.options')}>
          <OptionList
            value={draft.options}
            isFixed={draft.isFixed || isLocked}
            onChange={(options) => onChange({ options, renamed: renamedAmong(draft.renamed, options) })}
            {...(hasOwnOptions && {
              colours: draft.rules.colours,
              onColour: (option: string, colour: OptionColour | null) =>
                onChange({ rules: withColour(draft.rules, option, colour) }),
              onRename: onRenameOption,
            })}
          />
          {Object.entries(draft.renamed).map(([to, from]) => (
            <p key={to} className={styles['hint']}>
              {text('designer.renamed_note', { from, to })}
            </p>
          ))}
        </Form.Item>
      )}
      {hasOwnOptions && !isLocked && (
        <Form.Item extra={text('designer.added_by_hint')}>
          <Checkbox
            checked={draft.rules.addedBy === 'everybody'}
            onChange={({ target }) => {
              const { addedBy: _addedBy, ...rules } = draft.rules;
              onChange({ rules: target.checked ? { ...rules, addedBy: 'everybody' } : rules });
            }}
          >
            {text('designer.added_by')}
          </Checkbox>
        </Form.Item>
      )}
      {mayCompute && label !== null && (
        <Form.Item>
          <Checkbox
            checked={formula !== null}
            onChange={({ target }) => onChange({ formula: target.checked ? '' : null, defaultFormula: null })}
          >
            {text('designer.computed')}
          </Checkbox>
        </Form.Item>
      )}
      {formula !== null && label !== null && !draft.isFixed && (
        <Form.Item label={text('designer.formula')} htmlFor="designer-formula" extra={text('designer.formula_hint')}>
          <FormulaInput
            id="designer-formula"
            label={label}
            draft={draft}
            drafts={drafts}
            formula={formula}
            onChange={(changed) => onChange({ formula: changed })}
          />
        </Form.Item>
      )}
      {isRollup && label !== null && <RollupInput label={label} draft={draft} refusal={refusal} onChange={onChange} />}
      {!isComputed && !isLocked && !holdsFiles(draft) && (
        <DefaultInput label={label} draft={draft} drafts={drafts} onChange={onChange} />
      )}
      {hasLength(draft) && !isLocked && !draft.isFixed && !isComputed && (
        <Form.Item label={text('designer.length')} htmlFor="designer-length">
          <InputNumber<number>
            id="designer-length"
            min={1}
            max={1000}
            precision={0}
            value={draft.maxLength}
            onChange={(maxLength) => onChange({ maxLength })}
          />
        </Form.Item>
      )}
      {matching.length > 0 && !isLocked && (
        <Form.Item label={text('designer.relevant')} htmlFor="designer-relevant">
          <Select
            id="designer-relevant"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={draft.relevant}
            options={matching.map(({ fieldId, name }) => ({ value: fieldId, label: name }))}
            onChange={(relevant: number | undefined) => onChange({ relevant: relevant ?? null })}
          />
        </Form.Item>
      )}
      <div className={styles['ticks']}>
        {!isComputed && tick('isRequired', text('designer.required'), isLocked)}
        {mayBeUnique(draft) && tick('isUnique', text('designer.unique'), isLocked)}
        {tick('isHidden', text('designer.hidden'))}
        {label !== null && mayHaveIndex(draft) && (
          <IndexInput label={label} draft={draft} onChange={(isIndexed) => onChange({ isIndexed })} />
        )}
      </div>
      {label !== null && draft.fieldId !== null && <UsesPart label={label} fieldId={draft.fieldId} />}
    </Form>
  );
}
