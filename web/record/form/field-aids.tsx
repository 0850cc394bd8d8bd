import type { FieldAidProps, FormAid, LinesAidProps } from '#web/record/form/form-aid.ts';
import styles from '#web/record/form/record-form.module.css';

interface FieldAidsProps extends FieldAidProps {
  readonly aids: readonly FormAid[];
  /** an error takes the place of the quiet line */
  readonly hasProblem: boolean;
}

/** The aids for one field of a form. */
export function FieldAids({ aids, hasProblem, ...props }: FieldAidsProps) {
  return (
    <>
      <div className={styles['beside']}>{aids.map(({ key, Beside }) => Beside && <Beside key={key} {...props} />)}</div>
      {!hasProblem && aids.map(({ key, Below }) => Below && <Below key={key} {...props} />)}
    </>
  );
}

interface LinesAidsProps extends LinesAidProps {
  readonly aids: readonly FormAid[];
}

/** The aids for the lines of a form. */
export const LinesAids = ({ aids, ...props }: LinesAidsProps) =>
  aids.map(({ key, Lines }) => Lines && <Lines key={key} {...props} />);
