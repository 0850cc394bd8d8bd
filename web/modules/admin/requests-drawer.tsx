import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { notice, toast } from '#web/ui/feedback.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { userCalls } from '#shared/admin/user-calls.ts';
import {
  mostDecided,
  requestViews,
  rightsRequestCalls,
  type RightsRequest,
} from '#shared/admin/rights-request-calls.ts';
import { tellLinks } from './tell-links.tsx';
import styles from './requests.module.css';

const query = { type: requestViews.mine, page: 1, limit: mostDecided };
const refreshes = [rightsRequestCalls.list, rightsRequestCalls.count, userCalls.list];
const none: readonly number[] = [];

/** The oldest requests that wait for the user, decided one or many at once. */
export function RequestsDrawer({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [chosen, setChosen] = useState(none);
  const [reason, setReason] = useState('');
  useBackCloses(true, onClose);
  const list = useQuery({ ...callQuery(rightsRequestCalls.list, query), placeholderData: keepPreviousData });
  const rows = list.data?.list ?? [];
  // what has gone meanwhile is not decided
  const ids = rows.flatMap(({ requestId }) => (chosen.includes(requestId) ? [requestId] : []));
  const decide = useAction(rightsRequestCalls.decideMany, {
    refreshes,
    onDone: ({ results, links }, { confirm }) => {
      setChosen(none);
      setReason('');
      void report(rows, results, Number(confirm) === 1).then(() => (links.length > 0 ? tellLinks(links) : undefined));
    },
  });
  const isAll = rows.length > 0 && ids.length === rows.length;
  const send = (confirm: 0 | 1) => decide.mutate({ requestIds: ids, confirm, reason: confirm === 0 ? reason : '' });
  return (
    <Drawer
      open
      size={520}
      title={text('rights.requests')}
      onClose={onClose}
      footer={
        rows.length > 0 && (
          <div className={styles['decision']}>
            <Input.TextArea
              autoSize
              aria-label={text('rights.reason')}
              placeholder={text('rights.reason')}
              value={reason}
              maxLength={200}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button danger disabled={ids.length === 0} loading={decide.isPending} onClick={() => send(0)}>
              {text('rights.decline')}
            </Button>
            <Button type="primary" disabled={ids.length === 0} loading={decide.isPending} onClick={() => send(1)}>
              {text('rights.confirm_chosen', { count: ids.length })}
            </Button>
          </div>
        )
      }
    >
      <PageState query={list} isEmpty={(data) => data.list.length === 0} emptyText={text('rights.none')}>
        {(data) => (
          <>
            <Checkbox
              checked={isAll}
              indeterminate={ids.length > 0 && !isAll}
              onChange={() => setChosen(isAll ? none : rows.map(({ requestId }) => requestId))}
            >
              {text('list.select_all')}
            </Checkbox>
            <ul className={styles['list']}>
              {rows.map((request) => (
                <Choice
                  key={request.requestId}
                  request={request}
                  isChosen={ids.includes(request.requestId)}
                  onChange={(isChosen) =>
                    setChosen(isChosen ? [...ids, request.requestId] : ids.filter((id) => id !== request.requestId))
                  }
                />
              ))}
            </ul>
            {data.totalRow > rows.length && (
              <p className={styles['note']}>{text('rights.more_wait', { count: data.totalRow - rows.length })}</p>
            )}
          </>
        )}
      </PageState>
    </Drawer>
  );
}

interface ChoiceProps {
  readonly request: RightsRequest;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Choice({ request, isChosen, onChange }: ChoiceProps) {
  const text = useText();
  const { requestId, changes, askedByName, askedAt, gains, hasLink, isStale } = request;
  const titleId = `request-choice-${requestId}`;
  return (
    <li className={styles['choice']} aria-labelledby={titleId}>
      <Checkbox aria-labelledby={titleId} checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
      <div className={styles['what']}>
        <div id={titleId}>
          {changes.map((sentence) => (
            <p key={sentence} className={styles['sentence']}>
              {sentence}
            </p>
          ))}
        </div>
        <p className={styles['note']}>{text('rights.asked', { name: askedByName, time: askedAt })}</p>
        {gains !== '' && <p className={styles['note']}>{text('rights.gives', { names: gains })}</p>}
        {hasLink === 1 && <p className={styles['note']}>{text('rights.link_hint')}</p>}
      </div>
      {isStale === 1 && <StatusTag tone="warning">{text('rights.is_stale')}</StatusTag>}
    </li>
  );
}

interface Result {
  readonly requestId: number;
  readonly msg: string;
}

/** Says how many were decided, and of each other one why not. */
async function report(rows: readonly RightsRequest[], results: readonly Result[], isConfirmed: boolean): Promise<void> {
  const failed = results.filter(({ msg }) => msg !== '');
  const count = results.length - failed.length;
  if (failed.length === 0)
    return toast.success(textOf(isConfirmed ? 'rights.confirmed_many' : 'rights.declined_many', { count }));
  const sentenceOf = new Map(rows.map(({ requestId, changes }) => [requestId, changes[0] ?? '']));
  await notice({
    title: textOf('rights.decided_partly', { count, failed: failed.length }),
    text: failed
      .map(({ requestId, msg }) => textOf('state.refused_line', { name: sentenceOf.get(requestId) ?? '', msg }))
      .join('\n'),
    okText: textOf('action.ok'),
  });
}
