import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { checkStatuses, openStatuses } from '#shared/approval/approval-state.ts';
import { receivableCalls, type PaidLine } from '#shared/crm/receivables/receivable-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './paid-lines.module.css';

/** Which lines of its contract a receivable is for: said as long as it can be changed. */
export function PaidLines({ id, record }: PanelProps) {
  const text = useText();
  const query = useQuery(callQuery(receivableCalls.products, { receivablesId: id }));
  const save = useAction(receivableCalls.save, { refreshes: [receivableCalls.products, receivableCalls.read] });
  const mayChange =
    record['mayWrite'] === 1 && openStatuses.some((status) => status === Number(record['checkStatus'] ?? -1));
  const handleCheck = (lines: readonly PaidLine[], lineId: number, isChecked: boolean) =>
    save.mutate({
      entity: { receivablesId: id, checkStatus: checkStatuses.draft },
      product: lines.map((line) => ({
        lineId: line.lineId,
        checked: (line.lineId === lineId ? isChecked : line.checked === 1) ? 1 : 0,
      })),
    });
  return (
    <PageState query={query} isEmpty={(lines) => lines.length === 0} emptyText={text('receivable.no_lines')}>
      {(lines) => (
        <ul className={styles['lines']}>
          {lines.map((line) => (
            <li key={line.lineId}>
              <Checkbox
                checked={line.checked === 1}
                disabled={!mayChange || save.isPending}
                onChange={({ target }) => handleCheck(lines, line.lineId, target.checked)}
              >
                {line.name}
              </Checkbox>
              <span>
                {line.num} {line.unit}
              </span>
              <strong>{line.subtotal === '' ? '' : withSeparators(line.subtotal)}</strong>
            </li>
          ))}
        </ul>
      )}
    </PageState>
  );
}
