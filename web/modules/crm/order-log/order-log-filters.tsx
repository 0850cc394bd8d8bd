import { PeriodInput } from '#web/record/question/period-input.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import { OutboxStateFilter } from '#web/ui/outbox/outbox-cells.tsx';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import styles from './order-log.module.css';

interface OrderLogFiltersProps {
  readonly state: PlainListState<'contractNum' | 'state' | 'startTime' | 'endTime'>;
}

/** A part of the number, the result, and the days of the request. */
export function OrderLogFilters({ state: { filters, change } }: OrderLogFiltersProps) {
  const text = useText();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('order_log.search')}
        value={filters.contractNum}
        onSearch={(contractNum) => change({ filters: { contractNum: contractNum.slice(0, 50) } })}
      />
      <OutboxStateFilter
        className={styles['state']}
        value={filters.state}
        onChange={(state) => change({ filters: { state } })}
      />
      <PeriodInput
        label={text('order_log.time')}
        placeholders={[text('order_log.from'), text('order_log.until')]}
        value={{ startDate: filters.startTime, endDate: filters.endTime }}
        onChange={({ startDate, endDate }) => change({ filters: { startTime: startDate, endTime: endDate } })}
      />
    </>
  );
}
