import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import styles from '#web/record/board/record-board.module.css';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { figureText, withSeparators } from '#shared/record/money/amount-text.ts';

interface LaneHeadProps {
  readonly name: string;
  readonly count: string;
  readonly sums: readonly Sum[];
  /** The columns of the list: the number that comes first there is the sum that is shown. */
  readonly heads: readonly ListHead[];
  /** Begins a record in this lane; absent where none can begin. */
  readonly onCreate?: (() => void) | undefined;
}

interface Sum {
  readonly fieldName: string;
  readonly name: string;
  readonly sum: string;
}

/** How many records a lane has and what they come to; the exact sums of all numbers are on hover. */
export function LaneHead({ name, count, sums, heads, onCreate }: LaneHeadProps) {
  const text = useText();
  const { language } = usePreferences();
  const first = heads.find(({ fieldName }) => sums.some((one) => one.fieldName === fieldName))?.fieldName;
  const shown = sums.find(({ fieldName }) => fieldName === first) ?? sums[0];
  const exact = sums.map((one) => `${one.name} ${withSeparators(one.sum)}`).join(text('record_action.comma'));
  return (
    <header className={styles['head']}>
      <h2>{name}</h2>
      <span className={styles['count']}>{count}</span>
      {onCreate && (
        <Button
          size="small"
          type="text"
          className={styles['add'] ?? ''}
          icon={<PlusOutlined aria-hidden />}
          aria-label={text('board.create', { name })}
          onClick={onCreate}
        />
      )}
      {shown && (
        <div className={styles['sum']} title={exact}>
          <strong>{figureText(shown.sum, language)}</strong>
          <span>{shown.name}</span>
        </div>
      )}
    </header>
  );
}
