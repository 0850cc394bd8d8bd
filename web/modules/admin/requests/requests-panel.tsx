import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import {
  requestStates,
  requestViews,
  rightsRequestCalls,
  type RightsRequest,
} from '#shared/admin/rights-request-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useRequestCount } from '#web/modules/admin/request-count.ts';
import { RequestDialog } from './request-dialog.tsx';
import styles from '#web/modules/admin/requests.module.css';

const pageSize = 15;
/** So many sentences of a request are in the list; the dialog has all of them. */
const shownSentences = 3;

const tones: Readonly<Record<number, StatusTone>> = {
  [requestStates.waiting]: 'primary',
  [requestStates.confirmed]: 'success',
  [requestStates.declined]: 'danger',
  [requestStates.withdrawn]: 'neutral',
};

/** Changes of rights that wait for the user, and those that the user has asked for (security A15). */
export function RequestsPanel() {
  const text = useText();
  const count = useRequestCount();
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<number | null>(null);
  const { waiting = 0, decided = 0 } = count.data ?? {};
  // what the user has come for, and no other once that has been seen
  const [first, setFirst] = useState<number | null>(null);
  if (count.data && first === null) setFirst(waiting === 0 && decided > 0 ? requestViews.asked : requestViews.mine);
  const type = chosen ?? first ?? requestViews.mine;
  const list = useQuery({
    ...callQuery(rightsRequestCalls.list, { type, page, limit: pageSize }),
    placeholderData: keepPreviousData,
    enabled: count.data !== undefined,
  });
  useSeen(type === requestViews.asked && decided > 0 ? (list.data?.list ?? []) : []);
  const open = list.data?.list.find(({ requestId }) => requestId === openId);
  return (
    <Page
      title={text('rights.requests')}
      acts={
        <Segmented
          aria-label={text('rights.requests')}
          value={type}
          options={[
            { value: requestViews.mine, label: text('rights.to_decide') },
            { value: requestViews.asked, label: text('rights.own') },
          ]}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
      }
    >
      <PageBody>
        <PageState query={list} isEmpty={(data) => data.list.length === 0} emptyText={text('rights.none')}>
          {(data) => (
            <>
              <ul className={styles['list']}>
                {data.list.map((request) => (
                  <Entry key={request.requestId} request={request} onOpen={() => setOpenId(request.requestId)} />
                ))}
              </ul>
              {data.totalRow > pageSize && (
                <Pagination size="small" current={page} pageSize={pageSize} total={data.totalRow} onChange={setPage} />
              )}
            </>
          )}
        </PageState>
      </PageBody>
      {open && <RequestDialog request={open} onClose={() => setOpenId(null)} />}
    </Page>
  );
}

function Entry({ request, onOpen }: { readonly request: RightsRequest; readonly onOpen: () => void }) {
  const text = useText();
  const { changes, askedByName, askedAt, requestId } = request;
  const titleId = `rights-request-${requestId}`;
  return (
    <li className={styles['entry']} aria-labelledby={titleId}>
      <div className={styles['what']}>
        <p id={titleId} className={styles['sentence']}>
          {changes[0]}
        </p>
        {changes.slice(1, shownSentences).map((sentence) => (
          <p key={sentence} className={styles['sentence']}>
            {sentence}
          </p>
        ))}
        {changes.length > shownSentences && (
          <p className={styles['note']}>{text('rights.more_changes', { count: changes.length - shownSentences })}</p>
        )}
        <p className={styles['note']}>{text('rights.asked', { name: askedByName, time: askedAt })}</p>
      </div>
      <RequestState request={request} />
      <Button onClick={onOpen} aria-describedby={titleId}>
        {text('rights.look')}
      </Button>
    </li>
  );
}

function RequestState({ request: { state, isStale } }: { readonly request: RightsRequest }) {
  const text = useText();
  if (isStale === 1) return <StatusTag tone="warning">{text('rights.is_stale')}</StatusTag>;
  return <StatusTag tone={tones[state] ?? 'neutral'}>{text(`rights.state_${state}` as MessageKey)}</StatusTag>;
}

/** What the user has seen of their own requests does not count any more. */
function useSeen(rows: readonly RightsRequest[]): void {
  const seen = useAction(rightsRequestCalls.seen, { quiet: true, refreshes: [rightsRequestCalls.count] });
  const ids = rows.filter(({ state }) => state !== requestStates.waiting).map(({ requestId }) => requestId);
  const key = ids.join();
  const { mutate } = seen;
  useEffect(() => {
    if (key !== '') mutate({ requestIds: key });
  }, [key, mutate]);
}
