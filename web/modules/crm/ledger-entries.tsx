import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { ContractFigure } from '#shared/crm/ledger/accounts.ts';
import { ledgerCalls, type LedgerEntry } from '#shared/crm/ledger/ledger-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './contract-money.module.css';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

const VersionDialog = lazyOverlay(() => import('#web/modules/crm/contract-version-dialog.tsx'), 'VersionDialog');

const perPage = 15;

interface EntriesProps {
  readonly contractId: number;
  readonly figure: ContractFigure;
  readonly onClose: () => void;
}

/** The entries that a figure is the sum of, each with its document, the version of that, and who. */
export function LedgerEntries({ contractId, figure, onClose }: EntriesProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const { query, pages } = usePages(ledgerCalls.entries, { contractId, figure }, perPage);
  const money = query.data?.money ?? '0.00';
  const columns: TableColumnsType<LedgerEntry> = [
    { key: 'date', title: text('ledger.date'), dataIndex: 'ledgerDate' },
    { key: 'event', title: text('ledger.event'), render: (_value, entry) => text(`ledger.event.${entry.event}`) },
    { key: 'document', title: text('ledger.document'), render: (_value, entry) => <EntryDocument entry={entry} /> },
    {
      key: 'amount',
      title: text('ledger.amount'),
      align: 'right',
      render: (_value, entry) => withSeparators(entry.money),
    },
    { key: 'who', title: text('ledger.who'), dataIndex: 'userName' },
  ];
  return (
    <Dialog
      open
      width={760}
      footer={null}
      title={text('ledger.entries', { figure: text(`ledger.${figure}`), money: withSeparators(money) })}
      onCancel={onClose}
    >
      <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('ledger.no_entries')}>
        {({ list, totalRow }) => (
          <>
            {isPhone ? (
              <EntryCards entries={list} />
            ) : (
              <PlainTable rowKey="entryId" dataSource={list} columns={columns} />
            )}
            <SmallPager {...pages} className={styles['pages']} total={totalRow} />
          </>
        )}
      </PageState>
    </Dialog>
  );
}

/** Its name, as a link for whoever may open it; a contract that was changed opens as it was when this was booked. */
function EntryDocument({
  entry: { types, documentId, documentName, documentVersion, contractVersion, mayOpen },
}: {
  readonly entry: LedgerEntry;
}) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const path = mayOpen === 1 ? recordPath(types, documentId) : null;
  const name = documentName === '' ? `#${documentId}` : documentName;
  return (
    <span>
      {path === null ? name : <Link to={path}>{name}</Link>}{' '}
      {contractVersion > 0 && mayOpen === 1 ? (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {text('ledger.contract_version', { version: contractVersion })}
        </Button>
      ) : (
        <small>{text('ledger.version', { version: documentVersion })}</small>
      )}
      {isOpen && <VersionDialog contractId={documentId} version={contractVersion} onClose={() => setOpen(false)} />}
    </span>
  );
}

function EntryCards({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const text = useText();
  return (
    <ul className={styles['entries']}>
      {entries.map((entry) => (
        <li key={entry.entryId}>
          <span className={styles['entry']}>
            <span>{text(`ledger.event.${entry.event}`)}</span>
            <strong>{withSeparators(entry.money)}</strong>
          </span>
          <EntryDocument entry={entry} />
          <small>
            {entry.ledgerDate} · {entry.userName}
          </small>
        </li>
      ))}
    </ul>
  );
}
