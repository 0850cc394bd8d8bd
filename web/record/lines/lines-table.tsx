import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { capitalsOf, decimalText } from '#web/record/cells/decimal-text.ts';
import { lineSetupOf, type LineSetup } from '#web/record/lines/form-lines.ts';
import { cardText, isFigure, lineText, noValue } from '#web/record/lines/line-text.ts';
import styles from '#web/record/lines/lines.module.css';
import { PageState } from '#web/ui/states/page-state.tsx';
import { fieldCalls, type FormLines } from '#shared/record/calls/field-calls.ts';
import type { InformationRow } from '#shared/record/calls/record-calls.ts';
import { sumOfLines } from '#shared/record/money/document-total.ts';
import type { LineAmounts, RecordType } from '#shared/record/record-type.ts';

interface LinesTableProps {
  readonly type: RecordType;
  readonly id: number;
  /** The document's own values, whose money is shown below the lines. */
  readonly totals: readonly InformationRow[];
}

/** The lines of an opened document, with the columns that the reader can see. */
export function LinesTable({ type, id, totals }: LinesTableProps) {
  const query = useQuery(callQuery(fieldCalls.lines, { label: type.code, id }));
  return (
    <PageState query={query} isEmpty={() => false}>
      {(read) => {
        const setup = lineSetupOf(type, read.fields, 'read');
        return setup && <Lines setup={setup} lines={read.lines} totals={totals} />;
      }}
    </PageState>
  );
}

interface LinesProps extends Pick<LinesTableProps, 'totals'>, Pick<FormLines, 'lines'> {
  readonly setup: LineSetup;
}

type ReadProps = Pick<LinesProps, 'setup' | 'lines'>;

/** Read-only lines. */
export function ReadLines({ setup, lines }: ReadProps) {
  const text = useText();
  const isPhone = useIsPhone();
  if (lines.length === 0) return <p className={styles['none']}>{text('lines.none')}</p>;
  return isPhone ? <ReadCards setup={setup} lines={lines} /> : <ReadTable setup={setup} lines={lines} />;
}

function Lines({ setup, lines, totals }: LinesProps) {
  const text = useText();
  return (
    <section>
      <h3 className={styles['heading']}>
        {text('lines.name')} <small>{text('lines.count', { count: lines.length })}</small>
      </h3>
      <ReadLines setup={setup} lines={lines} />
      <Totals setup={setup} lines={lines} totals={totals} />
    </section>
  );
}

function ReadTable({ setup, lines }: ReadProps) {
  const text = useText();
  const { fields } = setup;
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={text('lines.name')}>
      <table className={`${styles['table']} ${styles['read']}`}>
        <thead>
          <tr>
            <td />
            {fields.map((field) => (
              <th key={field.fieldId} scope="col" className={isFigure(field) ? styles['figure'] : undefined}>
                {field.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, values }, at) => (
            <tr key={id}>
              <td className={styles['handle']}>{at + 1}</td>
              {fields.map((field) => {
                const shown = lineText(field, values[field.fieldName]);
                return (
                  <td key={field.fieldId} className={isFigure(field) ? styles['figure'] : undefined} title={shown}>
                    <span className={styles['text']}>{shown === '' ? noValue : shown}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ReadCards = ({ setup, lines }: ReadProps) => (
  <ul className={styles['cards']}>
    {lines.map(({ id, values }) => {
      const { name, amount, rest } = cardText(setup, values);
      return (
        <li key={id}>
          <div>
            <span>{name}</span>
            <b>{amount}</b>
            <small>{rest}</small>
          </div>
        </li>
      );
    })}
  </ul>
);

const subtotalIn = ({ line }: LineAmounts, values: FormValues) => ({ subtotal: String(values[line.subtotal] ?? '') });

/** The sum of the lines, the discount on it and the total, if the reader can see them. */
function Totals({ setup, lines, totals }: LinesProps) {
  const text = useText();
  const { amounts } = setup.lines;
  const subtotal = setup.fields.find(({ fieldName, masked }) => fieldName === amounts?.line.subtotal && masked !== 1);
  const rowOf = (name: string | undefined) => totals.find(({ fieldName }) => fieldName === name);
  const rate = rowOf(amounts?.head.discountRate);
  const total = rowOf(amounts?.head.totalPrice);
  if (!amounts || !(subtotal ?? rate ?? total)) return null;
  const shown = (row: InformationRow): string => plainText(row) || noValue;
  return (
    <div className={styles['totals']}>
      {subtotal && (
        <div>
          <span>{text('lines.sum')}</span>
          <output>{lineText(subtotal, sumOfLines(lines.map(({ values }) => subtotalIn(amounts, values))))}</output>
        </div>
      )}
      {rate && (
        <div>
          <span>{rate.name}</span>
          <output>{shown(rate)}</output>
        </div>
      )}
      {total && (
        <div className={styles['grand']} title={capitalsOf(total, total.value) ?? undefined}>
          <span>{total.name}</span>
          <output>{shown(total)}</output>
        </div>
      )}
    </div>
  );
}

const plainText = (row: InformationRow): string =>
  typeof row.value === 'string' ? (decimalText(row, row.value) ?? row.value) : '';
