import { PhoneOutlined } from '@ant-design/icons';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/list/record-cards.module.css';
import { phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import { cellOf } from '#web/record/cells/row-cell.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { Marked } from '#web/ui/values/marked.tsx';
import { idOf, type Row } from '#web/record/row.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const mostFields = 4;

/** Options, states, people and the next contact speak for themselves; other values need their label. */
const isPlain = (head: ListHead): boolean => {
  const { look } = pageTypeOf(head);
  return look === 'chip' || look === 'person' || head.stateKey !== undefined || head.fieldName === 'nextTime';
};

const isTag = (head: ListHead): boolean => pageTypeOf(head).look === 'chip' || head.stateKey !== undefined;
/** More of them would leave no room for whom and how much a document is about. */
const mostTags = 2;

/** After the levels and states: when to call, then how much, then the rest in its order. */
function inOrder<T extends { readonly head: ListHead }>(values: readonly T[]): T[] {
  const amount = values.find(({ head }) => pageTypeOf(head).isSummed);
  const rank = (one: T): number => (one.head.fieldName === 'nextTime' ? 0 : one === amount ? 1 : 2);
  return values.toSorted((one, other) => rank(one) - rank(other));
}

/** A list on a phone: two lines a record (ui "Phone width"), with the first fields that have values, and a call button. */
export function RecordCards({
  type,
  heads,
  rows,
  marks = [],
  onOpen,
}: {
  readonly type: RecordType;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  /** Where the names have what was searched for. */
  readonly marks?: readonly { readonly id: number; readonly from: number; readonly to: number }[];
  readonly onOpen: (id: number) => void;
}) {
  const title = camelCase(type.titleField);
  // a card is one button: files are opened in the detail
  const others = heads.filter((head) => head.fieldName !== title && pageTypeOf(head).look !== 'file');
  const tellingOf = (row: Row) => {
    const filled = others.map((head) => ({ head, cell: cellOf(head, row) })).filter(({ cell }) => cell !== null);
    const tags = filled.filter(({ head }) => isTag(head));
    const values = filled.filter(({ head }) => !isTag(head));
    return [...tags.slice(0, mostTags), ...inOrder(values), ...tags.slice(mostTags)].slice(0, mostFields);
  };
  return (
    <ul className={styles['cards']}>
      {rows.map((row) => (
        <li key={idOf(type, row)}>
          <button type="button" onClick={() => onOpen(idOf(type, row))}>
            <strong>
              <Marked
                {...(marks.find(({ id }) => id === idOf(type, row)) ?? { from: 0, to: 0 })}
                text={String(row[title] ?? '')}
              />
            </strong>
            <span className={styles['facts']}>
              {tellingOf(row).map(({ head, cell }) => (
                <span key={head.fieldName}>
                  {!isPlain(head) && `${head.name} `}
                  {cell}
                </span>
              ))}
            </span>
          </button>
          <CallButton row={row} />
        </li>
      ))}
    </ul>
  );
}

function CallButton({ row }: { readonly row: Row }) {
  const text = useText();
  const [number] = phoneNumbers(row);
  if (!number) return null;
  return (
    <a className={styles['call']} href={number.href} aria-label={text('cell.call', { number: number.shown })}>
      <PhoneOutlined aria-hidden />
    </a>
  );
}
