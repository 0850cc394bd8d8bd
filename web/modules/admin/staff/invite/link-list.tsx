import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { placeText } from '#web/modules/admin/staff/invite/place-text.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { inviteCalls, type InviteInfo, type InviteState } from '#shared/admin/invite/invite-calls.ts';
import styles from './invite.module.css';

/** As many as are looked at: a link lives for days. */
const most = 50;

const tones: Readonly<Record<InviteState, StatusTone>> = {
  open: 'success',
  full: 'warning',
  lost: 'warning',
  over: 'neutral',
  ended: 'neutral',
};
/** Of these nothing is left to end. */
const past: readonly InviteState[] = ['over', 'ended'];

/** Links, the newest first, each with its end. */
export function LinkList() {
  const text = useText();
  const query = useQuery({ ...callQuery(inviteCalls.list, { page: 1, limit: most }), staleTime: 0 });
  const end = useAction(inviteCalls.end, {
    refreshes: [inviteCalls.list],
    onDone: () => toast.success(textOf('invite.ended')),
  });
  const ask = async ({ inviteId }: InviteInfo) => {
    const question = {
      title: textOf('invite.end_ask'),
      text: textOf('invite.end_effect'),
      okText: textOf('invite.end'),
      isDangerous: true,
    };
    if (await confirm(question)) end.mutate({ inviteId });
  };
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('invite.links_none')}>
      {({ list, totalRow }) => (
        <>
          <ul className={styles['entries']}>
            {list.map((link) => (
              <li key={link.inviteId}>
                <div className={styles['what']}>
                  <p className={styles['name']}>{placeText(text, link)}</p>
                  <p className={styles['note']}>{lineOf(text, link)}</p>
                </div>
                <StatusTag tone={tones[link.state]}>{text(`invite.state_${link.state}`)}</StatusTag>
                {!past.includes(link.state) && (
                  <Button
                    danger
                    aria-label={text('invite.end_named', { dept: link.deptName || text('invite.lost_place') })}
                    onClick={() => void ask(link)}
                  >
                    {text('invite.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {totalRow > list.length && (
            <p className={styles['note']}>{text('invite.links_older', { count: list.length })}</p>
          )}
        </>
      )}
    </PageState>
  );
}

const lineOf = (text: ReturnType<typeof useText>, { createUserName, validUntil, used, most: places }: InviteInfo) =>
  text('invite.link_line', { name: createUserName, time: validUntil.slice(0, 16), used, most: places });
