import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { use, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FilterProps, InputProps, InputType } from '#web/record/field-types/input-type.ts';
import { TextFilter } from '#web/record/field-types/texts.tsx';
import { wholeOf } from '#web/record/form/within.ts';
import styles from '#web/record/inputs/inputs.module.css';
import { type Pickable, usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import { useOffers } from '#web/record/picker/offers.ts';
import { childrenOf, type ParentRecord } from '#web/record/picker/parent-record.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { PagedSelect } from '#web/ui/paged-select.tsx';
import { idOf } from '#web/record/row.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { declaredField, fieldNamed } from '#shared/record/relations/child-relations.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import { relatedForms, type RelatedFormType } from '#shared/record/relations/relation.ts';

const RelationPicker = lazyOverlay(() => import('#web/record/picker/relation-picker.tsx'), 'RelationPicker');

const perPage = 15;

interface RelatedInputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id?: string;
  readonly label?: string;
  readonly formType: RelatedFormType;
  /** Of the records to choose from. */
  readonly relation: Relation;
  /** Whether those alone are offered that the relation offers. */
  readonly isForNew?: boolean;
  /** Only children of this record, such as the contracts of a customer. */
  readonly parent?: ParentRecord | undefined;
  readonly disabled?: boolean;
}

/** One record of another type, by typing a part of its name or from the relation picker. Value: `[{customerId, customerName}]`. */
function RelatedInput({
  formType,
  relation,
  isForNew = false,
  parent,
  value,
  onChange,
  id,
  label,
  disabled = false,
}: RelatedInputProps) {
  const { to } = relation;
  const text = useText();
  const { idKey, nameKey } = relatedForms[formType];
  const pickable = usePickables().find(({ code }) => code === to);
  const listed = useListed(to);
  const screen = useScreenOf(pickable ?? listed).data;
  const offers = useOffers(screen, isForNew ? relation : undefined);
  const data = [...(parent ? [childrenOf(parent)] : []), ...offers];
  const [isPicking, setPicking] = useState(false);
  const chosen = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const choose = (recordId: number, name: string) => onChange([{ [idKey]: recordId, [nameKey]: name }]);
  const isLocked = disabled || !screen;
  return (
    <div className={styles['related']}>
      <PagedSelect<number>
        id={id}
        label={label}
        disabled={isLocked}
        placeholder={text('picker.search_name')}
        value={chosen.map((one) => ({ value: Number(one[idKey]), label: String(one[nameKey] ?? '') }))}
        onChange={([next]) => (next ? choose(next.value, next.label) : onChange([]))}
        queryKey={[screen?.calls.list.path, 'choices', to, data]}
        load={async (search, page, signal) => {
          if (!screen) return { options: [], isLast: true };
          const query = { page, limit: perPage, type: to, search, ...(data.length > 0 && { data }) };
          const { list, nextCursor } = await call(screen.calls.list, query, { quiet: true, signal });
          const options = list.map((row) => ({ value: idOf(screen.type, row), label: String(row['name'] ?? '') }));
          return { options, isLast: nextCursor === null };
        }}
      />
      {(pickable || !listed) && (
        <Button
          icon={<LinkOutlined aria-hidden />}
          disabled={isLocked}
          aria-label={text('picker.open')}
          title={text('picker.open')}
          onClick={() => setPicking(true)}
        />
      )}
      {isPicking && pickable && (
        <RelationPicker
          types={[pickable.key]}
          isSingle
          {...(parent && { parent })}
          conditions={offers}
          value={{}}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            const [row] = picked[pickable.key] ?? [];
            if (row) choose(row.id, row.name);
          }}
        />
      )}
    </div>
  );
}

/** A type whose records the user may list, also one that the picker does not show, such as the plans of a contract. */
function useListed(code: number): Pick<Pickable, 'key' | 'load'> | undefined {
  const may = useMay();
  const known = use(RecordTypesContext).find(({ type }) => type.code === code);
  return known && may(permissionOf(known.type, 'index')) ? { key: known.type.name, load: known.load } : undefined;
}

/** A record of another type; restricted to the children of another field's record, where required. */
function RecordInput({
  formType,
  type,
  field,
  value,
  values,
  onChange,
  id,
}: InputProps & { formType: RelatedFormType }) {
  const relation = declaredField(type, field.fieldName)?.relation;
  if (!relation) return null;
  return (
    <RelatedInput
      id={id}
      formType={formType}
      relation={relation}
      isForNew
      parent={wholeOf(type, relation, values)}
      disabled={field.disabled === 1}
      value={value}
      onChange={onChange}
    />
  );
}

/** Compares the name of a related record instead of the record. */
const takesText = new Set(['contains', 'notContains']);

function RecordFilter({ type, field, operator, value, onChange }: FilterProps) {
  const text = useText();
  const [record, setRecord] = useState<unknown>([]);
  const related = fieldNamed(type, field.fieldName);
  if (!related?.relation || takesText.has(operator)) return <TextFilter value={value} onChange={onChange} />;
  const { formType, relation } = related;
  return (
    <RelatedInput
      formType={formType}
      relation={relation}
      label={text('filter.pick_value')}
      value={record}
      onChange={(next) => {
        const { idKey, nameKey } = relatedForms[formType];
        const [chosen] = next as Record<string, unknown>[];
        setRecord(next);
        onChange({ value: chosen?.[idKey], name: String(chosen?.[nameKey] ?? '') });
      }}
    />
  );
}

export const relatedRecord = (formType: RelatedFormType): InputType => ({
  input: (props) => <RecordInput formType={formType} {...props} />,
  filter: RecordFilter,
});
