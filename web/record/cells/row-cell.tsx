import type { ReactNode } from 'react';
import { webAddress } from '#web/lib/web-address.ts';
import { decimalText } from '#web/record/cells/decimal-text.ts';
import { FileCell } from '#web/record/files/file-cell.tsx';
import { chosenText, optionOf } from '#web/record/cells/field-options.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import { PhoneDigits } from '#web/record/cells/phone-digits.tsx';
import styles from '#web/record/cells/row-cell.module.css';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Look } from '#web/record/field-types/page-type.ts';
import type { Row } from '#web/record/row.ts';
import { OptionChip } from '#web/ui/values/chip.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { hueOf } from '#web/ui/values/hue-of.ts';
import { Due, Moment } from '#web/ui/values/moment.tsx';
import { Person } from '#web/ui/values/person.tsx';
import { StateDot } from '#web/ui/values/state-dot.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

/** Parts of a value that lists several. */
const separator = /[,，]/;

/** A cell of a list, with a dash for nothing. */
export const Cell = ({ head, row }: { readonly head: ListHead; readonly row: Row }) => cellOf(head, row) ?? <Dash />;

/** Whether a column has its values at the right, under each other. */
export const isAtRight = (head: ListHead): boolean => head.masked !== 1 && pageTypeOf(head).look === 'number';

/** The value of a cell as its kind is shown; null for nothing. */
export function cellOf(head: ListHead, row: Row): ReactNode {
  const { cell, look } = pageTypeOf(head);
  if (cell) return cell(row) || null;
  const raw = row[head.fieldName];
  const state = head.setting.find((one) => isStateOf(head, one, row));
  if (typeof state === 'object') return <StateDot tone={state.colour ?? 'neutral'} words={state.name} />;
  const value = head.fieldName === 'mobile' ? mobileOf(row) : (decimalText(head, raw) ?? chosenText(head, raw));
  if (value === '') return null;
  // a mask is a text, whatever it hides
  if (head.masked === 1) return value;
  if (!look) return linked(value);
  return looks[look](value, head, row);
}

const isStateOf = (head: ListHead, option: ListHead['setting'][number], row: Row): boolean =>
  head.stateKey !== undefined && typeof option === 'object' && option.value === row[head.stateKey];

const looks: Readonly<Record<Look, (value: string, head: ListHead, row: Row) => ReactNode>> = {
  chip: (value, head) => <OptionChip option={value} hue={hueOf(value, optionsOf(head), head.colours)} />,
  chips: (value, head) => (
    <span className={styles['chips']}>
      {value.split(separator).map((option) => (
        <OptionChip key={option} option={option} hue={hueOf(option, optionsOf(head), head.colours)} />
      ))}
    </span>
  ),
  person: (value) => (separator.test(value) ? value : <Person name={value} />),
  moment: (value, { fieldName }, row) =>
    fieldName === 'nextTime' ? (
      <Due value={value} isMet={String(row['lastTime'] ?? '') >= value} />
    ) : (
      <Moment value={value} />
    ),
  phone: (value) => <PhoneDigits shown={value} />,
  number: (value) => value,
  link: (value, head) => <Outside href={pageTypeOf(head).href?.(value) ?? value}>{value}</Outside>,
  file: (batchId, { name }) => <FileCell batchId={batchId} name={name} />,
};

/** A text that is nothing but a page address leads there. */
function linked(value: string): ReactNode {
  const address = mayLead.test(value) ? webAddress(value) : null;
  return address === null ? value : <Outside href={address}>{value}</Outside>;
}

const mayLead = /^\s*(?:https?:|www\.)/i;

const Outside = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <a className={styles['link']} href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

const optionsOf = ({ setting }: ListHead): string[] => setting.map((option) => optionOf(option).label);
