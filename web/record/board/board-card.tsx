import styles from '#web/record/board/record-board.module.css';
import { cellOf } from '#web/record/cells/row-cell.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Row } from '#web/record/row.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

interface CardProps {
  readonly row: Row;
  /** The columns of the list, without the name and the field that the board is grouped by. */
  readonly heads: readonly ListHead[];
}

const mostFacts = 2;

/** What a card says below its name: options and amounts, when the next contact is, and whose it is. */
export function CardFacts({ row, heads }: CardProps) {
  const facts = heads
    .filter((head) => ['chip', 'number'].includes(pageTypeOf(head).look ?? ''))
    .map((head) => ({ head, cell: cellOf(head, row) }))
    .filter(({ cell }) => cell !== null)
    .slice(0, mostFacts);
  const next = heads.find(({ fieldName }) => fieldName === 'nextTime');
  const owner = String(row['ownerUserName'] ?? '');
  return (
    <div className={styles['facts']}>
      {facts.map(({ head, cell }) => (
        <span key={head.fieldName} title={head.name}>
          {cell}
        </span>
      ))}
      {next && cellOf(next, row)}
      {owner !== '' && (
        <span className={styles['owner']} title={owner}>
          <Avatar name={owner} size={22} />
        </span>
      )}
    </div>
  );
}
