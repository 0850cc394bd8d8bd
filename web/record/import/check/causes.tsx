import { Radio } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/check/check.module.css';
import { CauseFix, type CausesProps } from '#web/record/import/check/cause-fix.tsx';
import type { ImportTarget } from '#web/record/import/use-import-start.ts';
import { StateDot } from '#web/ui/values/state-dot.tsx';
import type { ImportCause } from '#shared/record/calls/import-calls.ts';

const tones = { bad: 'danger', ask: 'warning', fixed: 'success' } as const;
/** Repaired texts that are shown. */
const shownTexts = 3;

/** What is wrong in how many rows, each with a fix for all of them. */
export function Causes(props: CausesProps) {
  const text = useText();
  const { causes } = props.read.preview;
  return (
    <aside className={styles['causes']} aria-label={text('import.check.causes')}>
      <h3>{text(causes.some(({ kind }) => kind !== 'fixed') ? 'import.check.causes' : 'import.check.fine')}</h3>
      {causes.map((cause) => (
        <section key={JSON.stringify([cause.kind, cause.code, cause.index, cause.option])} className={styles['cause']}>
          <h4>
            <StateDot
              tone={tones[cause.kind]}
              words={cause.kind === 'fixed' ? text('import.check.fixed', { name: cause.column }) : titleOf(cause)}
            />
            <small>{text('import.check.rows', { count: cause.rowCount })}</small>
          </h4>
          {cause.kind === 'fixed' && (
            <p className={styles['tip']}>
              {cause.texts
                .slice(0, shownTexts)
                .map(([from, to]) => `${from} → ${to}`)
                .join('；')}
              {cause.texts.length > shownTexts && ' …'}
            </p>
          )}
          {cause.code === 'import.check.known' && <Known {...props} />}
          {cause.code === 'import.check.twice' && <Known {...props} />}
          {cause.kind === 'bad' && <CauseFix {...props} cause={cause} />}
        </section>
      ))}
    </aside>
  );
}

/** With the column, unless the message names it. */
const titleOf = ({ column, msg }: ImportCause): string =>
  column === '' || msg.includes(column) ? msg : `${column}：${msg}`;

/** What happens to rows that exist. */
function Known({ target, onTarget }: Pick<CausesProps, 'target' | 'onTarget'>) {
  const text = useText();
  return (
    <Radio.Group
      aria-label={text('import.dialog.repeat')}
      value={target.repeat}
      onChange={(event) => onTarget({ ...target, repeat: event.target.value as ImportTarget['repeat'] })}
      options={[
        { value: 'skip', label: text('import.dialog.skip') },
        { value: 'overwrite', label: text('import.check.overwrite') },
      ]}
    />
  );
}
