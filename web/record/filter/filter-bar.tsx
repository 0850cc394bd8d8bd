import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { isDialogOpen } from '#web/lib/shortcuts.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { operatorKey } from '#web/record/filter/operator-key.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Popup } from '#web/ui/popup.tsx';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

interface FilterBarProps {
  readonly screen: RecordScreen;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}

const ConditionForm = lazyOverlay(() => import('#web/record/filter/condition-form.tsx'), 'ConditionForm');
const overlays = [ConditionForm];

/** Conditions of a list as chips, with a builder to add one (ui "List template"). */
export function FilterBar({ screen, filters, onChange }: FilterBarProps) {
  const text = useText();
  const isPhone = useIsPhone();
  // -1 for a new condition, else the index of the one that gets an alternative
  const [open, setOpen] = useState<number | null>(null);
  const fields = useFilterFields(screen);
  usePreload(overlays, fields.data !== undefined);
  const describe = (condition: Condition): string =>
    condition.any ? condition.any.map(describeOne).join(` ${text('filter.or')} `) : describeOne(condition);
  const describeOne = (condition: Condition): string => {
    const field = fields.data?.find((one) => one.fieldName === condition.fieldName);
    const value =
      condition.condition === 'between'
        ? `${String(condition.start ?? '')} ~ ${String(condition.end ?? '')}`
        : valueText(field, condition);
    return `${field?.name ?? condition.fieldName ?? ''} ${text(operatorKey(condition.condition ?? 'is'))} ${value}`.trim();
  };
  const builder = (at: number) => (
    <ConditionForm
      type={screen.type}
      fields={fields.data ?? []}
      onAdd={(condition) => {
        onChange(
          at < 0 ? [...filters, condition] : filters.map((one, index) => (index === at ? either(one, condition) : one)),
        );
        setOpen(null);
      }}
    />
  );
  const popup = (at: number) =>
    ({
      isOpen: open === at,
      onOpenChange: (isOpen: boolean) => {
        if (isOpen) setOpen(at);
        // a click in the dialog of an input is not a click outside; on a phone the builder is a dialog itself
        else if (isPhone || !isDialogOpen()) setOpen(null);
      },
      title: text(at < 0 ? 'filter.add' : 'filter.add_or'),
      placement: 'bottomLeft',
      content: builder(at),
    }) as const;
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
          <Popup {...popup(index)}>
            <Button size="small" type="link" aria-label={text('filter.add_or')} title={text('filter.add_or')}>
              + {text('filter.or')}
            </Button>
          </Popup>
        </Tag>
      ))}
      <Popup {...popup(-1)}>
        <Button size="small" icon={<PlusOutlined aria-hidden />}>
          {text('filter.add')}
        </Button>
      </Popup>
      {filters.length > 0 && (
        <Button size="small" type="link" onClick={() => onChange([])}>
          {text('filter.clear')}
        </Button>
      )}
    </Space>
  );
}

/** One of them has to hold (R8.2: groups do not nest). */
const either = (condition: Condition, alternative: Condition): Condition => ({
  any: [...(condition.any ?? [condition]), alternative],
});

const valueText = (field: FilterField | undefined, { name, value }: Condition): string =>
  typeof name === 'string' && name !== '' ? name : chosenText(field ?? { setting: [] }, value);
