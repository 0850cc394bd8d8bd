import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { ToDoKey } from '#shared/crm/to-do-calls.ts';
import { NumberBadge } from '#web/ui/number-badge.tsx';
import { StartFollowUps } from '#web/modules/crm/start-follow-ups.tsx';
import type { ToDoPanel } from '#web/modules/crm/to-do/to-do-screen.tsx';
import styles from './to-do.module.css';

interface MenuProps {
  readonly kinds: readonly ToDoKey[];
  readonly panels: readonly ToDoPanel[];
  readonly current: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The kinds of waiting work with their counts, and the link to the queue. */
export function ToDoMenu({ kinds, panels, current, counts }: MenuProps) {
  const text = useText();
  const entries = [
    ...kinds.map((kind) => ({ kind, title: text(`todo.${kind}`) })),
    ...panels.map(({ counter, title }) => ({ kind: counter, title: text(title) })),
  ];
  return (
    <div className={styles['side']}>
      <StartFollowUps />
      <nav aria-label={text('todo.kinds')}>
        <ul className={styles['kinds']}>
          {entries.map(({ kind, title }) => (
            <li key={kind}>
              <Link
                to={`?kind=${kind}`}
                className={styles['kind'] ?? ''}
                {...(kind === current && { 'aria-current': 'page' as const })}
              >
                <span className={styles['name']}>{title}</span>
                <NumberBadge count={counts[kind] ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
