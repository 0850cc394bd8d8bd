import styles from '#web/record/list/record-cards.module.css';
import { blankCell, cellOf } from '#web/record/cells/row-cell.tsx';
import type { Row } from '#web/record/row.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A list on a phone: cards with the three most important fields (ui "Phone width"), the first with values. */
export function RecordCards({
  type,
  heads,
  rows,
  onOpen,
}: {
  readonly type: RecordType;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly onOpen: (id: number) => void;
}) {
  const title = camelCase(type.titleField);
  const others = heads.filter((head) => head.fieldName !== title);
  const tellingOf = (row: Row) =>
    others
      .map((head) => ({ head, cell: cellOf(head, row) }))
      .filter(({ cell }) => cell !== blankCell)
      .slice(0, 3);
  return (
    <ul className={styles['cards']}>
      {rows.map((row) => (
        <li key={Number(row[type.idKey])}>
          <button type="button" onClick={() => onOpen(Number(row[type.idKey]))}>
            <strong>{String(row[title] ?? '')}</strong>
            {tellingOf(row).map(({ head, cell }) => (
              <span key={head.fieldName}>
                {head.name}: {cell}
              </span>
            ))}
          </button>
        </li>
      ))}
    </ul>
  );
}
