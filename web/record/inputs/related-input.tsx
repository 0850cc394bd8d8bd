import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import styles from '#web/record/inputs/inputs.module.css';
import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import { childrenOf, type ParentRecord } from '#web/record/picker/parent-record.ts';
import { idOf } from '#web/record/list/row-id.ts';
import { PagedSelect } from '#web/ui/paged-select.tsx';
import { relatedForms, type RelatedFormType } from '#shared/record/relations/relation.ts';

const RelationPicker = lazyOverlay(() => import('#web/record/picker/relation-picker.tsx'), 'RelationPicker');

const perPage = 15;

interface RelatedInputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id?: string;
  readonly label?: string;
  readonly formType: RelatedFormType;
  /** Module code of the records to choose from. */
  readonly to: number;
  /** Only what belongs to this record, such as the contracts of a customer. */
  readonly parent?: ParentRecord | undefined;
  readonly disabled?: boolean;
}

/** One record of another type, by typing a part of its name or from the relation picker. Value: `[{customerId, customerName}]`. */
export function RelatedInput({
  formType,
  to,
  parent,
  value,
  onChange,
  id,
  label,
  disabled = false,
}: RelatedInputProps) {
  const text = useText();
  const { idKey, nameKey } = relatedForms[formType];
  const pickable = usePickables().find(({ code }) => code === to);
  const screen = useScreenOf(pickable).data;
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
        queryKey={[screen?.calls.list.path, 'choices', to, parent]}
        load={async (search, page, signal) => {
          if (!screen) return { options: [], isLast: true };
          const query = { page, limit: perPage, type: to, search, ...(parent && { data: [childrenOf(parent)] }) };
          const { list, nextCursor } = await call(screen.calls.list, query, { quiet: true, signal });
          const options = list.map((row) => ({ value: idOf(screen.type, row), label: String(row['name'] ?? '') }));
          return { options, isLast: nextCursor === null };
        }}
      />
      <Button
        icon={<LinkOutlined aria-hidden />}
        disabled={isLocked}
        aria-label={text('picker.open')}
        title={text('picker.open')}
        onClick={() => setPicking(true)}
      />
      {isPicking && pickable && (
        <RelationPicker
          types={[pickable.key]}
          isSingle
          {...(parent && { parent })}
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
