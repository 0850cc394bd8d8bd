import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import type { Row } from '#web/record/row.ts';
import type { ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './contract-money.module.css';

const LedgerEntries = lazyOverlay(() => import('#web/modules/crm/ledger-entries.tsx'), 'LedgerEntries');
const overlays = [LedgerEntries];

/** The right to see what money is made of. */
export const readsLedger = 'crm:ledger:read';

interface HeadFigureProps {
  readonly record: Row;
  /** Key of its amount in the record. */
  readonly name: string;
  readonly figure: ContractFigure;
}

/** An amount in the head of a contract, which opens its entries for whoever may read them. */
export function ContractFigureButton({ record, name, figure }: HeadFigureProps) {
  const text = useText();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const isButton = may(readsLedger);
  usePreload(overlays, isButton);
  const amount = withSeparators(String(record[name]));
  if (!isButton) return amount;
  return (
    <>
      <button
        type="button"
        className={styles['figure']}
        title={text('ledger.open_entries', { figure: text(`ledger.${figure}`) })}
        onClick={() => setOpen(true)}
      >
        {amount}
      </button>
      {isOpen && (
        <LedgerEntries contractId={Number(record['contractId'])} figure={figure} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
