import { useQuery } from '@tanstack/react-query';
import { Form, InputNumber, Select } from 'antd';
import { isCallError } from '#web/lib/http/call-error.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import type { FieldDraft, RollupSetting } from '#web/record/designer/field-drafts.ts';
import { RollupConditions } from '#web/record/designer/rollup-conditions.tsx';
import { fieldCalls, type RollupChoice } from '#shared/record/calls/field-calls.ts';
import { heldType, type FormType } from '#shared/record/field.ts';
import { resultDecimals, resultTypeOf } from '#shared/record/formula/result-type.ts';
import { rollupKinds, type RollupKind } from '#shared/record/rollup.ts';

const parts = ['relation', 'kind', 'field', 'where'] as const;

/** Which part of a roll-up the server has refused, and why. */
export interface RollupRefusal {
  readonly part: (typeof parts)[number];
  readonly message: string;
}

/** Null for a refusal of anything else. */
export function refusalOf(error: Error): RollupRefusal | null {
  const { part } = (isCallError(error) ? (error.detail ?? {}) : {}) as { readonly part?: unknown };
  const found = parts.find((one) => one === part);
  return found ? { part: found, message: error.message } : null;
}

interface RollupInputProps {
  readonly label: number;
  readonly draft: FieldDraft;
  readonly refusal: RollupRefusal | null;
  readonly onChange: (change: Partial<FieldDraft>) => void;
}

type Counted = RollupChoice['fields'][number];

/** The type of the field that holds what is counted. */
function resultForm(counted: Counted | undefined, kind: RollupKind): FormType {
  const held = kind === 'count' || !counted ? 'number' : heldType(counted);
  return resultTypeOf(held) && held !== 'text' ? held : 'number';
}

/** What a roll-up counts: which records, what of them, and under which conditions. */
export function RollupInput({ label, draft, refusal, onChange }: RollupInputProps) {
  const text = useText();
  const { data: choices = [] } = useQuery(callQuery(fieldCalls.rollupChoices, { label }));
  const { rollup } = draft;
  if (!rollup) return <p className={styles['hint']}>{text('designer.rollup_fixed')}</p>;
  const choice = choices.find((one) => one.label === rollup.label && one.relation === rollup.relation);
  // a number whose decimals are open
  const isWhole = resultTypeOf(draft.formType) === 'number' && resultDecimals(draft.formType, 0) === 0;
  // the type of a stored field stays
  const fits = (counted: Counted | undefined, kind: RollupKind) => {
    const form = resultForm(counted, kind);
    if (draft.fieldId === null) return true;
    return kind === 'count' ? isWhole : resultTypeOf(form) === resultTypeOf(draft.formType);
  };
  const fieldsOf = (kind: RollupKind) =>
    (choice?.fields ?? []).filter((one) => one.kinds.includes(kind) && fits(one, kind));
  const kinds = rollupKinds.filter((kind) => (kind === 'count' ? fits(undefined, kind) : fieldsOf(kind).length > 0));
  const set = (part: Partial<RollupSetting>) => {
    const next = { ...rollup, ...part };
    const counted = choice?.fields.find(({ fieldId }) => fieldId === next.fieldId);
    onChange({ rollup: next, ...(draft.fieldId === null && { formType: resultForm(counted, next.kind) }) });
  };
  const said = (part: RollupRefusal['part']) =>
    refusal?.part === part ? { validateStatus: 'error' as const, help: refusal.message } : {};
  return (
    <>
      <Form.Item label={text('designer.rollup_of')} htmlFor="rollup-of" required {...said('relation')}>
        <Select
          id="rollup-of"
          value={choice ? `${choice.label}/${choice.relation}` : null}
          options={choices.map((one) => ({
            value: `${one.label}/${one.relation}`,
            label: `${one.name} · ${one.relationName}`,
          }))}
          onChange={(value: string) => {
            const found = choices.find((one) => `${one.label}/${one.relation}` === value);
            // fields and conditions are those of the records before
            if (found) set({ label: found.label, relation: found.relation, kind: 'count', fieldId: null, data: [] });
          }}
        />
      </Form.Item>
      {choice && (
        <>
          <Form.Item label={text('designer.rollup_kind')} htmlFor="rollup-kind" {...said('kind')}>
            <Select
              id="rollup-kind"
              value={rollup.kind}
              options={kinds.map((value) => ({ value, label: text(`designer.rollup.${value}`) }))}
              onChange={(kind: RollupKind) => {
                const isKept = fieldsOf(kind).some(({ fieldId }) => fieldId === rollup.fieldId);
                set({ kind, fieldId: isKept ? rollup.fieldId : null });
              }}
            />
          </Form.Item>
          {rollup.kind !== 'count' && (
            <Form.Item label={text('designer.rollup_field')} htmlFor="rollup-field" required {...said('field')}>
              <Select
                id="rollup-field"
                value={rollup.fieldId}
                options={fieldsOf(rollup.kind).map(({ fieldId, name }) => ({ value: fieldId, label: name }))}
                onChange={(fieldId: number) => set({ fieldId })}
              />
            </Form.Item>
          )}
          {rollup.kind !== 'count' && isWhole && (
            <Form.Item label={text('designer.decimals')} htmlFor="rollup-decimals">
              <InputNumber<number>
                id="rollup-decimals"
                min={0}
                max={4}
                precision={0}
                value={draft.decimals}
                onChange={(decimals) => onChange({ decimals: decimals ?? 0 })}
              />
            </Form.Item>
          )}
          <Form.Item label={text('designer.rollup_where')} {...said('where')}>
            <RollupConditions choice={choice} value={rollup.data} onChange={(data) => set({ data })} />
          </Form.Item>
        </>
      )}
    </>
  );
}
