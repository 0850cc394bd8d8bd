import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { isDialogOpen } from '#web/lib/shortcuts.ts';
import { ConditionChip } from '#web/record/filter/condition-chip.tsx';
import { asCondition, partsOf } from '#web/record/filter/condition-parts.ts';
import styles from '#web/record/filter/condition-chip.module.css';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { useFitting } from '#web/record/filter/use-fitting.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Popup } from '#web/ui/popup.tsx';
import type { Condition } from '#shared/record/calls/record-calls.ts';

interface FilterBarProps {
  readonly screen: RecordScreen;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
  /** It is part of a dialog, which is none over its builder. */
  readonly isInDialog?: boolean;
}

/** Which builder is open: of a new condition, of a part of one, or of an alternative to it, behind its last part. */
interface Place {
  readonly at: number;
  readonly part: number;
}

const ConditionForm = lazyOverlay(() => import('#web/record/filter/condition-form.tsx'), 'ConditionForm');
const overlays = [ConditionForm];

/** Chips that stand above a list on a phone; the others are in a sheet. */
const mostOnPhone = 2;

/** Conditions of a list as chips, each of which can be edited and removed, with a builder to add one (ui "List template"). */
export const FilterBar = memo(function FilterBar({ screen, filters, onChange, isInDialog = false }: FilterBarProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<Place | null>(null);
  const fields = useFilterFields(screen);
  const [isRestOpen, setRestOpen] = useState(false);
  // a chip is as wide as its words
  const key = `${String(fields.data !== undefined)} ${text('filter.or')} ${JSON.stringify(filters)}`;
  const [line, measured] = useFitting<HTMLDivElement>(filters.length, { key, reserved: 96 });
  const fitting = isPhone ? Math.min(filters.length, mostOnPhone) : measured;
  usePreload(overlays, fields.data !== undefined);
  /** Puts other parts in the place of a condition, or of none behind the last; without parts it is gone. */
  const put = (at: number, parts: readonly Condition[]) => {
    const condition = parts.length === 0 ? [] : [asCondition(parts)];
    onChange([...filters.slice(0, at), ...condition, ...filters.slice(at + 1)]);
    setOpen(null);
  };
  const popup = ({ at, part }: Place) => {
    const parts = at < filters.length ? partsOf(filters[at] ?? {}) : [];
    const edited = parts[part];
    return {
      isOpen: open?.at === at && open.part === part,
      onOpenChange: (isOpen: boolean) => {
        if (isOpen) setOpen({ at, part });
        // a click in the dialog of an input is not a click outside; on a phone the builder is a dialog itself
        else if (isPhone || isInDialog || !isDialogOpen()) setOpen(null);
      },
      title: text(edited ? 'filter.edit' : at === filters.length ? 'filter.add' : 'filter.add_or'),
      placement: 'bottomLeft',
      content: (
        <ConditionForm
          type={screen.type}
          fields={fields.data ?? []}
          {...(edited && { edited })}
          onDone={(condition) => put(at, parts.toSpliced(part, 1, condition))}
        />
      ),
    } as const;
  };
  const chip = (at: number) => {
    const condition = filters[at] ?? {};
    return (
      <ConditionChip
        key={at}
        condition={condition}
        fields={fields.data ?? []}
        popupOf={(part) => popup({ at, part })}
        onRemove={(part) => put(at, partsOf(condition).toSpliced(part, 1))}
      />
    );
  };
  return (
    <>
      {filters.length > 0 && (
        <div ref={line} className={styles['chips']}>
          {filters.slice(0, fitting).map((_, at) => chip(at))}
          {fitting < filters.length && (
            <Popup
              isOpen={isRestOpen}
              onOpenChange={(isOpen) => (open === null || isOpen) && setRestOpen(isOpen)}
              title={text('filter.more_title')}
              placement="bottomLeft"
              content={<div className={styles['rest']}>{filters.map((_, at) => (at < fitting ? null : chip(at)))}</div>}
            >
              <Button type="text">{text('filter.more', { count: filters.length - fitting })}</Button>
            </Popup>
          )}
        </div>
      )}
      <Popup {...popup({ at: filters.length, part: 0 })}>
        <Button type="text" icon={<PlusOutlined aria-hidden />}>
          {text('filter.add')}
        </Button>
      </Popup>
      {filters.length > 0 && (
        <Button type="text" onClick={() => onChange([])}>
          {text('filter.clear')}
        </Button>
      )}
    </>
  );
});
