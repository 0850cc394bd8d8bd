import { useId, type ReactElement } from 'react';
import styles from '#web/ui/identity/entrance.module.css';

/** What the field passes to its input. */
export interface FieldInput {
  readonly id: string;
  readonly status: '' | 'error';
  readonly 'aria-required': true;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface EntranceFieldProps {
  readonly label: string;
  /** Why its value was refused, or '' if it was not. */
  readonly problem: string;
  readonly children: (input: FieldInput) => ReactElement;
}

/**
 * A required field as the forms behind the login show it, without their library: the first visit would load that for the
 * two fields of the login.
 */
export function EntranceField({ label, problem, children }: EntranceFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const isRefused = problem !== '';
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: isRefused ? 'error' : '',
        'aria-required': true,
        'aria-invalid': isRefused,
        'aria-describedby': isRefused ? problemId : undefined,
      })}
      {isRefused && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
