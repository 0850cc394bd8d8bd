import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';

interface StageListProps {
  /** Stages to be read; none where they are typed as `children`. */
  readonly stages?: readonly { readonly name: string; readonly rate: number }[];
  /** Elements of the list. */
  readonly children?: ReactNode;
}

/** Stages with their win rates in per cent, and below them how every opportunity ends, which is fixed. */
export function StageList({ stages = [], children }: StageListProps) {
  const text = useText();
  const line = (key: string, label: string, name: string, rate: number) => (
    <li key={key} data-fixed>
      <span>{label}</span>
      <span>{name}</span>
      <span>{rate}%</span>
    </li>
  );
  return (
    <ol className={styles['list']}>
      {children}
      {stages.map(({ name, rate }, at) => line(name, text('stage_group.stage', { place: at + 1 }), name, rate))}
      {(['won', 'lost', 'invalid'] as const).map((end) =>
        line(end, text('opportunity.end'), text(`crm_business.${end}`), end === 'won' ? 100 : 0),
      )}
    </ol>
  );
}
