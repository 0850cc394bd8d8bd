import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/shell/messages/messages.module.css';
import { badgeText } from '#web/ui/number-badge.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { messageCalls } from '#shared/messages/message-calls.ts';
import { messageLabels, type MessageLabel } from '#shared/messages/message-labels.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Counts = OutputOf<typeof messageCalls.unread>;

const { task, journal, approval, notice, schedule, crm } = messageLabels;
const countKeys: Readonly<Record<MessageLabel, Exclude<keyof Counts, 'labels'>>> = {
  [approval]: 'examineCount',
  [task]: 'taskCount',
  [journal]: 'logCount',
  [notice]: 'announceCount',
  [schedule]: 'eventCount',
  [crm]: 'crmCount',
};

interface MessageKindsProps {
  readonly counts: Counts | undefined;
  /** Null for all. */
  readonly label: number | null;
  readonly onChange: (label: number | null) => void;
}

/** The kinds of messages with what is unread of each. */
export function MessageKinds({ counts, label, onChange }: MessageKindsProps) {
  const text = useText();
  const labels = (counts?.labels ?? []) as MessageLabel[];
  if (labels.length < 2) return null;
  return (
    <div className={styles['kinds']} role="group" aria-label={text('message.kind')}>
      {[null, ...labels].map((one) => {
        const count = one === null ? 0 : (counts?.[countKeys[one]] ?? 0);
        return (
          <button
            key={one ?? 0}
            type="button"
            className={styles['kind']}
            aria-pressed={label === one}
            onClick={() => onChange(one)}
          >
            {text(one === null ? 'message.every_kind' : (`message.label_${one}` as MessageKey))}
            {count > 0 && <span className={styles['count']}>{badgeText(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}
