import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { moneyOf } from '#web/record/approval/list/take-over-action.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { performed } from '#web/record/states/state-actions.tsx';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './take-over.module.css';

/** Contracts of an old system come into force, with what was received for them there unless that is switched off. */
export function TakeOverDialog({ rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const contractIds = idsOf(contractType, rows);
  const receivables = useQuery(callQuery(contractCalls.openingReceivables, { contractIds }));
  const [isWith, setWith] = useState(true);
  const { count = 0, money = '' } = receivables.data ?? {};
  const withReceivables = isWith && count > 0 ? 1 : 0;
  return (
    <ActionDialog
      title={text('approval.take_over')}
      rows={rows}
      isReady={!receivables.isPending}
      perform={() => performed(() => call(contractCalls.takeOver, { contractIds, withReceivables }, { quiet: true }))}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{text('approval.ask_take_over', { count: rows.length, money: moneyOf(rows) })}</p>
      {count > 0 && (
        <label className={styles['choice']}>
          <Switch checked={isWith} onChange={setWith} />
          <span>{text('contract.with_receivables', { count, money: money === '' ? '—' : withSeparators(money) })}</span>
        </label>
      )}
    </ActionDialog>
  );
}
