import styles from '#web/record/board/record-board.module.css';
import type { Chip } from '#web/record/cells/chip.ts';
import { RowFlags } from '#web/record/states/row-flags.tsx';
import { cellOf } from '#web/record/cells/row-cell.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Row } from '#web/record/row.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

interface CardProps {
  readonly row: Row;
  readonly flags: readonly Chip[];
  /** The columns of the list, without the name and the field that the board is grouped by. */
  readonly heads: readonly ListHead[];
}

const mostChips = 1;

/** What a card says below its name: options and amounts, when the next contact is, and whose it is. */
export function CardFacts({ row, flags, heads }: CardProps) {
  const firstOf = (look: 'chip' | 'number') =>
    heads
      .filter((head) => pageTypeOf(head).look === look)
      .map((head) => ({ head, cell: cellOf(head, row) }))
      .filter(({ cell }) => cell !== null)
      .slice(0, look === 'chip' ? mostChips : 1);
  const [amount] = firstOf('number');
  const next = heads.find(({ fieldName }) => fieldName === 'nextTime');
  const owner = String(row['ownerUserName'] ?? '');
  return (
    <div className={styles['facts']}>
      {amount && <strong title={amount.head.name}>{amount.cell}</strong>}
      {firstOf('chip').map(({ head, cell }) => (
        <span key={head.fieldName} title={head.name}>
          {cell}
        </span>
      ))}
      {next && cellOf(next, row)}
      <RowFlags flags={flags} />
      {owner !== '' && (
        <span className={styles['owner']} title={owner}>
          <Avatar name={owner} size={22} />
        </span>
      )}
    </div>
  );
}
