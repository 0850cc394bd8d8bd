import { Progress } from 'antd';
import { shortName } from '#web/lib/picture-name.ts';
import type { Sending } from '#web/record/inputs/file-uploads.ts';
import styles from '#web/record/inputs/inputs.module.css';

/** A running upload in a list of files. */
export function SendingFile({ name, share }: Pick<Sending, 'name' | 'share'>) {
  return (
    <li>
      <span title={name}>{shortName(name)}</span>
      <Progress className={styles['share'] ?? ''} size="small" aria-label={name} percent={Math.round(share * 100)} />
    </li>
  );
}
