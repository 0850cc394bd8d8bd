import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { OutboxRow } from '#shared/platform/outbox-calls.ts';
import { outboxStates } from '#shared/platform/outbox-states.ts';

const tones: Readonly<Record<number, StatusTone>> = {
  [outboxStates.waiting]: 'primary',
  [outboxStates.delivered]: 'success',
  [outboxStates.failed]: 'danger',
};
type State = 0 | 1 | 2 | 3 | 4;

/** Whether an entry waits, has arrived, or has failed. */
export function OutboxState({ row: { state } }: { readonly row: OutboxRow }) {
  const text = useText();
  return <StatusTag tone={tones[state] ?? 'neutral'}>{text(`outbox.state_${state as State}`)}</StatusTag>;
}

/** Why an entry stands where it stands, and when it is tried again. */
export function OutboxReason({ row: { reason, nextTime, tries } }: { readonly row: OutboxRow }) {
  const text = useText();
  if (nextTime === '' || tries === 0) return reason;
  return (
    <>
      {reason} {text('outbox.next', { time: '' })}
      <Moment value={nextTime} />
    </>
  );
}

interface OutboxStateFilterProps {
  readonly value: string;
  readonly onChange: (state: string) => void;
  readonly className?: string | undefined;
}

/** Entries in one state. */
export function OutboxStateFilter({ value, onChange, className = '' }: OutboxStateFilterProps) {
  const text = useText();
  const states = Object.values(outboxStates).map((state) => ({
    value: String(state),
    label: text(`outbox.state_${state}`),
  }));
  return (
    <Select<string>
      className={className}
      aria-label={text('messaging.state')}
      value={value}
      options={[{ value: '', label: text('outbox.any_state') }, ...states]}
      onChange={onChange}
    />
  );
}
