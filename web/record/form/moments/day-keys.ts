import type { Dayjs } from 'dayjs';
import type { KeyboardEvent } from 'react';

interface DayKeys {
  readonly value: Dayjs | null;
  readonly onChange: (next: Dayjs) => void;
  /** What an empty input begins with. */
  readonly first: () => Dayjs;
  /** Whether a day may not be chosen; the keys stop before it. */
  readonly isClosed?: (day: Dayjs) => boolean;
}

/** The arrows up and down go to the day before and after, so that a date needs neither mouse nor typing. */
export const dayKeys =
  ({ value, onChange, first, isClosed }: DayKeys) =>
  (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = value ? value.add(step, 'day') : first();
    if (!isClosed?.(next)) onChange(next);
  };
