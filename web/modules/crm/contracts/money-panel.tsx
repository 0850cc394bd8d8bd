import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { LedgerEntries } from '#web/modules/crm/ledger-entries.tsx';
import { useChanges } from '#web/record/list/use-live.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { figureNames, type ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { ledgerCalls } from '#shared/crm/ledger/ledger-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from '#web/modules/crm/contract-money.module.css';

/** Figures that are shown although nothing was booked. */
const always: ReadonlySet<ContractFigure> = new Set(['contractMoney', 'receivedMoney', 'unreceivedMoney']);

/** Types whose documents are booked. */
const booked = [contractType.name, planType.name, receivableType.name, invoiceType.name];

/** What a contract comes to; each figure opens the entries that it is the sum of. */
export function ContractMoney({ id }: PanelProps) {
  const text = useText();
  const [opened, setOpened] = useState<ContractFigure | null>(null);
  useChanges(booked, (path) => path === ledgerCalls.figures.path || path === ledgerCalls.entries.path);
  const query = useQuery(callQuery(ledgerCalls.figures, { contractId: id }));
  return (
    <PageState query={query}>
      {(figures) => (
        <>
          <ul className={styles['figures']}>
            {figureNames
              .filter((figure) => always.has(figure) || figures[figure] !== '0.00')
              .map((figure) => (
                <li key={figure} data-figure={figure}>
                  <button
                    type="button"
                    title={text('ledger.open_entries', { figure: text(`ledger.${figure}`) })}
                    onClick={() => setOpened(figure)}
                  >
                    <span>{text(`ledger.${figure}`)}</span>
                    <strong>{withSeparators(figures[figure])}</strong>
                  </button>
                </li>
              ))}
          </ul>
          {opened && <LedgerEntries contractId={id} figure={opened} onClose={() => setOpened(null)} />}
        </>
      )}
    </PageState>
  );
}
