import { Avatar } from '#web/ui/avatar.tsx';
import type { ApprovalPerson } from '#shared/approval/flow-calls.ts';
import styles from './flow-chain.module.css';

/** A station of a document's way; the first and the last have no people. */
export interface Station {
  readonly key: string;
  readonly title: string;
  readonly people: readonly ApprovalPerson[];
  readonly note?: string;
}

/** People of a station that are named; further ones are counted. */
const mostNames = 3;

/** The way of a document as stations one after the other; those that do not fit go on below. */
export const FlowChain = ({ stations, label }: { readonly stations: readonly Station[]; readonly label: string }) => (
  <ol className={styles['chain']} aria-label={label}>
    {stations.map(({ key, title, people, note }) => (
      <li key={key} data-end={people.length === 0 && !note}>
        <strong>{title}</strong>
        {people.slice(0, mostNames).map(({ userId, realname, img }) => (
          <span key={userId} className={styles['person']}>
            <Avatar name={realname} img={img} size={20} isDecorative />
            {realname}
          </span>
        ))}
        {people.length > mostNames && <span className={styles['note']}>+{people.length - mostNames}</span>}
        {note && <span className={styles['note']}>{note}</span>}
      </li>
    ))}
  </ol>
);
