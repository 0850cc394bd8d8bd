import { useText } from '#web/lib/i18n/i18n.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import styles from './goals.module.css';
import { gapOf } from '#web/modules/crm/goals/draft/sums-below.ts';

interface GoalNameProps {
  readonly row: GoalRow;
  /** Goes down to a department; none for the one that is shown, and for people. */
  readonly onEnter?: ((deptId: number) => void) | undefined;
}

/** Whose goal it is. */
export function GoalName({ row: { name, deptId, isDisabled }, onEnter }: GoalNameProps) {
  const text = useText();
  if (deptId !== undefined && onEnter)
    return (
      <button
        type="button"
        className={styles['enter']}
        aria-label={text('goal.enter', { name })}
        onClick={() => onEnter(deptId)}
      >
        {name}
      </button>
    );
  return (
    <>
      {name}
      {isDisabled === 1 && <small className={styles['disabled']}> {text('goal.is_disabled')}</small>}
    </>
  );
}

/** By how much the sum of the children is more or less than a goal. */
export function Gap({ sum, goal }: { readonly sum: string; readonly goal: string }) {
  const text = useText();
  const gap = gapOf(sum, goal);
  if (!gap) return null;
  const { sign, amount } = gap;
  return <small className={styles['gap']}>{text(sign > 0 ? 'goal.more' : 'goal.less', { amount })}</small>;
}
