import { Button, Checkbox } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { Applications } from '#web/modules/admin/staff/invite/use-applications.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { InviteApplication } from '#shared/admin/invite/invite-calls.ts';
import { placeText } from '#web/modules/admin/staff/invite/place-text.ts';
import styles from './invite.module.css';

/** Applications to choose from. */
export function ApplicationList({ list, rows, ids, setChosen }: Applications) {
  const text = useText();
  const isAll = rows.length > 0 && ids.length === rows.length;
  return (
    <PageState query={list} isEmpty={(data) => data.list.length === 0} emptyText={text('invite.applications_none')}>
      {(data) => (
        <>
          <Checkbox
            checked={isAll}
            indeterminate={ids.length > 0 && !isAll}
            onChange={() => setChosen(isAll ? [] : rows.map(({ applicationId }) => applicationId))}
          >
            {text('list.select_all')}
          </Checkbox>
          <ul className={styles['entries']}>
            {rows.map((application) => (
              <Choice
                key={application.applicationId}
                application={application}
                isChosen={ids.includes(application.applicationId)}
                onChange={(isChosen) =>
                  setChosen(
                    isChosen
                      ? [...ids, application.applicationId]
                      : ids.filter((id) => id !== application.applicationId),
                  )
                }
              />
            ))}
          </ul>
          {data.totalRow > rows.length && (
            <p className={styles['note']}>{text('invite.more_wait', { count: data.totalRow - rows.length })}</p>
          )}
        </>
      )}
    </PageState>
  );
}

interface ChoiceProps {
  readonly application: InviteApplication;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Choice({ application, isChosen, onChange }: ChoiceProps) {
  const text = useText();
  const { applicationId, realname, username, email, inviterName, createTime, again, isTaken } = application;
  const nameId = `application-${applicationId}`;
  return (
    <li aria-labelledby={nameId}>
      <Checkbox aria-labelledby={nameId} checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
      <div className={styles['what']}>
        <p id={nameId} className={styles['name']}>
          <b>{realname}</b> {username}
        </p>
        {email !== '' && <p className={styles['note']}>{email}</p>}
        <p className={styles['note']}>{placeText(text, application)}</p>
        <p className={styles['note']}>{text('invite.applied', { time: createTime.slice(0, 16), name: inviterName })}</p>
        {again > 0 && <p className={styles['note']}>{text('invite.again', { count: again })}</p>}
      </div>
      {isTaken === 1 && <StatusTag tone="warning">{text('invite.taken')}</StatusTag>}
    </li>
  );
}

/** Accepts or refuses the chosen ones. */
export function ApplicationDecision({ ids, accept, refuse, isDeciding }: Applications) {
  const text = useText();
  return (
    <div className={styles['decision']}>
      <Button danger disabled={ids.length === 0} loading={isDeciding} onClick={() => void refuse()}>
        {text('invite.refuse')}
      </Button>
      <Button type="primary" disabled={ids.length === 0} loading={isDeciding} onClick={accept}>
        {text('invite.accept', { count: ids.length })}
      </Button>
    </div>
  );
}
