import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { LedgerEntries } from '#web/modules/crm/ledger-entries.tsx';
import type { DetailPanel, PanelProps } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { figureNames, type ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { ledgerCalls } from '#shared/crm/ledger/ledger-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './contract-money.module.css';

/** Figures that are shown although nothing was booked. */
const always: ReadonlySet<ContractFigure> = new Set(['contractMoney', 'receivedMoney', 'unreceivedMoney']);

/** What a contract comes to; each figure opens the entries that it is the sum of. */
function ContractMoney({ id }: PanelProps) {
  const text = useText();
  const [opened, setOpened] = useState<ContractFigure | null>(null);
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
                    aria-label={text('ledger.open_entries', { figure: text(`ledger.${figure}`) })}
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

export const contractMoneyPanel: DetailPanel = {
  key: 'money',
  label: 'ledger.money_tab',
  access: 'crm:ledger:read',
  Panel: ContractMoney,
};
