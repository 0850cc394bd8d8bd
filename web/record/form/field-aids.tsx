import type { FieldAidProps, FormAid } from '#web/record/form/form-aid.ts';
import styles from '#web/record/form/record-form.module.css';

interface FieldAidsProps extends FieldAidProps {
  readonly aids: readonly FormAid[];
  /** What is wrong with the input stands where a quiet line would. */
  readonly hasProblem: boolean;
}

/** What helps with one field of a form. */
export function FieldAids({ aids, hasProblem, ...props }: FieldAidsProps) {
  return (
    <>
      <div className={styles['beside']}>{aids.map(({ key, Beside }) => Beside && <Beside key={key} {...props} />)}</div>
      {!hasProblem && aids.map(({ key, Below }) => Below && <Below key={key} {...props} />)}
    </>
  );
}
