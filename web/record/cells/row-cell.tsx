import type { ReactNode } from 'react';
import { decimalText } from '#web/record/cells/decimal-text.ts';
import { dueTone } from '#web/record/cells/due-tone.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import styles from '#web/record/cells/row-cell.module.css';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Row } from '#web/record/row.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { companyTime } from '#shared/record/time.ts';

/** What an empty cell shows (R8.12). */
export const blankCell = '--';

/** A cell of a list: states as tags, addresses in one. */
export function cellOf(head: ListHead, row: Row): ReactNode {
  const { cell } = pageTypeOf(head);
  if (cell) return cell(row) || blankCell;
  const value = row[head.fieldName];
  if (head.fieldName === 'nextTime' && head.masked !== 1) {
    const tone = dueTone(String(value ?? ''), String(row['lastTime'] ?? ''), companyTime(Date.now()));
    if (tone !== null) return <span className={styles[tone]}>{String(value)}</span>;
  }
  if (head.fieldName === 'mobile' && typeof value === 'string' && value !== '') return mobileOf(row);
  const state =
    head.stateKey !== undefined &&
    head.setting.find((option) => typeof option === 'object' && option.value === row[head.stateKey ?? '']);
  if (typeof state === 'object') return <StatusTag tone={state.colour ?? 'neutral'}>{state.name}</StatusTag>;
  return decimalText(head, value) ?? (chosenText(head, value) || blankCell);
}
