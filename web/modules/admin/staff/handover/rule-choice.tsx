import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import type { handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { RuleDraft, RuleKind } from './rule-draft.ts';
import styles from './hand-over.module.css';

type Held = OutputOf<typeof handOverCalls.held>;
export type SplitFields = Held['holdings'][number]['splitFields'];

interface RuleChoiceProps {
  /** What the rule is for, for readers who do not see where it stands. */
  readonly label: string;
  readonly draft: RuleDraft;
  readonly kinds: readonly RuleKind[];
  readonly superiorName: string;
  readonly fields: SplitFields;
  readonly onChange: (draft: RuleDraft) => void;
}

/** Who takes over: the kind of the rule, and the people that it asks for. */
export function RuleChoice({ label, draft, kinds, superiorName, fields, onChange }: RuleChoiceProps) {
  const text = useText();
  const change = (next: Partial<RuleDraft>) => onChange({ ...draft, ...next });
  return (
    <div className={styles['rule']}>
      <Select
        aria-label={label}
        value={draft.kind}
        options={kinds.map((kind) => ({ value: kind, label: text(`hand_over.rule_${kind}` as MessageKey) }))}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'superior' && (
        <span className={styles['hint']}>{text('hand_over.superior_of', { name: superiorName })}</span>
      )}
      {draft.kind === 'one' && (
        <UserPicker
          label={`${label} ${text('hand_over.heir')}`}
          placeholder={text('hand_over.heir')}
          value={draft.one}
          onChange={(one) => change({ one })}
        />
      )}
      {draft.kind === 'even' && (
        <>
          <UserPicker
            multiple
            label={`${label} ${text('hand_over.heirs')}`}
            placeholder={text('hand_over.heirs')}
            value={draft.several}
            onChange={(several) => change({ several })}
          />
          <small className={styles['hint']}>{text('hand_over.even_hint')}</small>
        </>
      )}
      {draft.kind === 'field' && <FieldRule draft={draft} fields={fields} onChange={change} />}
    </div>
  );
}

interface FieldRuleProps {
  readonly draft: RuleDraft;
  readonly fields: SplitFields;
  readonly onChange: (next: Partial<RuleDraft>) => void;
}

/** Somebody for each value of a field, and for all others. */
function FieldRule({ draft, fields, onChange }: FieldRuleProps) {
  const text = useText();
  const chosen = fields.find(({ fieldName }) => fieldName === draft.fieldName);
  return (
    <>
      <Select
        aria-label={text('hand_over.by')}
        placeholder={text('hand_over.by')}
        value={draft.fieldName}
        options={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        onChange={(fieldName) => onChange({ fieldName, byValue: {} })}
      />
      {chosen && (
        <ul className={styles['values']}>
          {chosen.values.map(({ value, label, count }) => {
            const heir = draft.byValue[value];
            return (
              <li key={value}>
                <span>
                  {label}
                  <small>{text('hand_over.value_count', { count })}</small>
                </span>
                <UserPicker
                  label={label}
                  placeholder={text('hand_over.heir')}
                  value={heir ? [heir] : []}
                  onChange={([next]) => {
                    const { [value]: _former, ...others } = draft.byValue;
                    onChange({ byValue: next ? { ...others, [value]: next } : others });
                  }}
                />
              </li>
            );
          })}
          <li>
            <span>{text('hand_over.rest')}</span>
            <UserPicker
              label={text('hand_over.rest')}
              placeholder={text('hand_over.heir')}
              value={draft.rest}
              onChange={(rest) => onChange({ rest })}
            />
          </li>
        </ul>
      )}
    </>
  );
}
