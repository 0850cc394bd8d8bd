import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ShownValue } from '#web/record/cells/shown-value.tsx';
import { headNames } from '#web/record/lines/line-figures.ts';
import { LinesTable } from '#web/record/lines/lines-table.tsx';
import { nounOf, type RecordScreen } from '#web/record/record-screen.ts';
import styles from '#web/record/print/print-sheet.module.css';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { companyTime } from '#shared/record/time.ts';

interface PrintSheetProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly name: string;
  /** Called when printing is done or cancelled. */
  readonly onClose: () => void;
}

/** A record for the printer: loads its values, opens the browser's print dialog and disappears with it. */
export function PrintSheet({ screen, id, name, onClose }: PrintSheetProps) {
  const text = useText();
  const { user } = useSession();
  const { type } = screen;
  const [time] = useState(() => companyTime(Date.now()));
  const values = useQuery(callQuery(fieldCalls.information, { types: type.code, id }));
  const lines = useQuery({
    ...callQuery(fieldCalls.lines, { label: type.code, id }),
    enabled: type.lines !== undefined,
  });
  useBackCloses(true, onClose);
  const isReady = values.isSuccess && (type.lines === undefined || lines.isSuccess);
  const hasFailed = values.isError || lines.isError;
  useEffect(() => {
    if (hasFailed) return onClose();
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onClose, { once: true });
    // once the values are rendered
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', onClose);
    };
  }, [isReady, hasFailed, onClose]);
  if (!isReady) return null;
  const ofLines = headNames(type.lines?.amounts);
  const shown = values.data.filter(({ fieldName, value }) => !ofLines.includes(fieldName) && value.length > 0);
  return createPortal(
    <article className={styles['sheet']} aria-hidden>
      <header>
        <h1>{name}</h1>
        <span className={styles['noun']}>{text(nounOf(screen))}</span>
      </header>
      <dl className={styles['values']}>
        {shown.map((row) => (
          <div key={row.fieldName}>
            <dt>{row.name}</dt>
            <dd>
              <ShownValue row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {type.lines && <LinesTable type={type} id={id} totals={values.data} isPrinted />}
      <footer>{text('print.by', { name: user.realname, time })}</footer>
    </article>,
    document.body,
  );
}
