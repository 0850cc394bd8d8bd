import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover, Space, Tag } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { operatorKey } from '#web/record/operator-key.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { fieldCalls, type FilterField } from '#shared/record/field-calls.ts';
import type { Condition } from '#shared/record/record-calls.ts';

interface FilterBarProps {
  readonly screen: RecordScreen;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}

const ConditionForm = lazyOverlay(() => import('#web/record/condition-form.tsx'), 'ConditionForm');
const overlays = [ConditionForm];

/** Conditions of a list as chips, with a builder for another one (ui "List template"). */
export function FilterBar({ screen, filters, onChange }: FilterBarProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  usePreload(overlays);
  const fields = useQuery({ ...callQuery(fieldCalls.filterFields, { label: screen.type.code }), staleTime: 300_000 });
  const describe = (condition: Condition): string => {
    const field = fields.data?.find((one) => one.fieldName === condition.fieldName);
    const value =
      condition.condition === 'between'
        ? `${String(condition.start ?? '')} ~ ${String(condition.end ?? '')}`
        : valueText(field, condition);
    return `${field?.name ?? condition.fieldName ?? ''} ${text(operatorKey(condition.condition ?? 'is'))} ${value}`.trim();
  };
  return (
    <Space size={8} wrap>
      {filters.map((condition, index) => (
        <Tag
          key={index}
          closable
          closeIcon={<CloseOutlined aria-label={text('filter.remove')} />}
          onClose={() => onChange(filters.filter((_, at) => at !== index))}
        >
          {describe(condition)}
        </Tag>
      ))}
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        content={
          <ConditionForm
            fields={fields.data ?? []}
            onAdd={(condition) => {
              onChange([...filters, condition]);
              setOpen(false);
            }}
          />
        }
      >
        <Button size="small" icon={<PlusOutlined aria-hidden />}>
          {text('filter.add')}
        </Button>
      </Popover>
      {filters.length > 0 && (
        <Button size="small" type="link" onClick={() => onChange([])}>
          {text('filter.clear')}
        </Button>
      )}
    </Space>
  );
}

function valueText(field: FilterField | undefined, condition: Condition): string {
  const found = field?.setting.find(
    (option) => typeof option === 'object' && String(option.value) === String(condition.value),
  );
  if (typeof found === 'object') return found.name;
  return typeof condition.name === 'string' && condition.name !== '' ? condition.name : String(condition.value ?? '');
}
