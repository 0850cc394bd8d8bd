import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { handOverCalls, type WholeHandOver } from '#shared/admin/hand-over/hand-over-calls.ts';
import styles from './hand-over.module.css';

/** As many names as are shown at once. */
const someNames = 50;

/** What everybody gets, kind by kind, with the names on request. */
export function Shares({ handOver: { handOverId, parts, state } }: { readonly handOver: WholeHandOver }) {
  const text = useText();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className={styles['shares']}>
      {parts.map(({ holding, title, shares, left }) => {
        const isOpen = open === holding;
        return (
          <li key={holding}>
            <div>
              <Button
                type="text"
                aria-expanded={isOpen}
                aria-label={text(isOpen ? 'hand_over.hide_names' : 'hand_over.names', { title })}
                icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                onClick={() => setOpen(isOpen ? null : holding)}
              >
                {title}
              </Button>
              <span className={styles['people']}>
                {shares.map(({ userId, realname, count }) => (
                  <StatusTag key={userId} tone="neutral">
                    {text('hand_over.share', { name: realname, count: count.toLocaleString('en') })}
                  </StatusTag>
                ))}
                {left > 0 && state !== 'planned' && (
                  <StatusTag tone="warning">{text('hand_over.left', { count: left.toLocaleString('en') })}</StatusTag>
                )}
              </span>
            </div>
            {/* they read otherwise once they have been handed over */}
            {isOpen && <Names key={state} handOverId={handOverId} holding={holding} />}
          </li>
        );
      })}
    </ul>
  );
}

interface NamesProps {
  readonly handOverId: number;
  readonly holding: string;
}

function Names({ handOverId, holding }: NamesProps) {
  const text = useText();
  const query = useQuery({
    ...callQuery(handOverCalls.pieces, { handOverId, holding, limit: someNames }),
    staleTime: 0,
  });
  return (
    <PageState query={query}>
      {({ list, totalRow }) => (
        <ul className={styles['names']}>
          {list.map(({ name, realname, reason }, at) => (
            // names are no keys: two customers may share one
            <li key={at}>
              <span>{name}</span>
              <small>{reason || realname}</small>
            </li>
          ))}
          {list.length === 0 && <li className={styles['hint']}>{text('hand_over.no_names')}</li>}
          {totalRow > list.length && list.length > 0 && (
            <li className={styles['hint']}>
              {text('hand_over.more', { count: (totalRow - list.length).toLocaleString('en') })}
            </li>
          )}
        </ul>
      )}
    </PageState>
  );
}
