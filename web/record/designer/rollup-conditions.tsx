import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useContext, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import { ConditionChip } from '#web/record/filter/condition-chip.tsx';
import { ConditionForm } from '#web/record/filter/condition-form.tsx';
import { asCondition, partsOf } from '#web/record/filter/condition-parts.ts';
import { RecordTypesContext } from '#web/record/record-types.ts';
import { Popup } from '#web/ui/popup.tsx';
import type { RollupChoice } from '#shared/record/calls/field-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

interface RollupConditionsProps {
  readonly choice: RollupChoice;
  readonly value: readonly Condition[];
  readonly onChange: (value: readonly Condition[]) => void;
}

/** Conditions of what a roll-up counts, as those of a list: all of them have to hold. */
export function RollupConditions({ choice, value, onChange }: RollupConditionsProps) {
  const text = useText();
  const type = useContext(RecordTypesContext).find((known) => known.type.code === choice.label)?.type;
  const [open, setOpen] = useState<{ readonly at: number; readonly part: number } | null>(null);
  if (!type) return null;
  const put = (at: number, parts: readonly Condition[]) => {
    onChange(value.toSpliced(at, 1, ...(parts.length === 0 ? [] : [asCondition(parts)])));
    setOpen(null);
  };
  const popup = (at: number, part: number) => {
    const own = at < value.length ? partsOf(value[at] ?? {}) : [];
    const edited = own[part];
    return {
      isOpen: open?.at === at && open.part === part,
      onOpenChange: (isOpen: boolean) => setOpen(isOpen ? { at, part } : null),
      title: text(edited ? 'filter.edit' : 'filter.add'),
      placement: 'bottomRight',
      content: (
        <ConditionForm
          type={type}
          fields={choice.conditions}
          {...(edited && { edited })}
          onDone={(condition) => put(at, own.toSpliced(part, 1, condition))}
        />
      ),
    } as const;
  };
  return (
    <div className={styles['conditions']} role="group" aria-label={text('designer.rollup_where')}>
      {value.map((condition, at) => (
        <ConditionChip
          key={at}
          condition={condition}
          fields={choice.conditions}
          popupOf={(part) => popup(at, part)}
          onRemove={(part) => put(at, partsOf(condition).toSpliced(part, 1))}
        />
      ))}
      <Popup {...popup(value.length, 0)}>
        <Button type="text" icon={<PlusOutlined aria-hidden />}>
          {text('filter.add')}
        </Button>
      </Popup>
    </div>
  );
}
