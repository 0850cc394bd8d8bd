import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { deviceName } from '#web/lib/session/device-name.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { sessionAdminCalls, type SessionRow } from '#shared/admin/operation/operation-calls.ts';
import styles from './operation.module.css';

const perPage = 20;

/** Who is logged in, where, and since when; each login can be ended, or all of a person. */
export function SessionsPart() {
  const text = useText();
  const mayEnd = useMay()('manage:operation:update');
  const [person, setPerson] = useState<UserChoice | null>(null);
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery(sessionAdminCalls.list, { page, limit: perPage, userId: person?.userId ?? '' }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const end = useAction(sessionAdminCalls.end, {
    refreshes: [sessionAdminCalls.list],
    onDone: ({ ended }) => toast.success(textOf('operation.ended', { count: ended })),
  });
  const ask = async (title: string, which: { loginId: number } | { userId: number }) => {
    const question = { title, text: text('operation.end_effect'), okText: text('operation.end'), isDangerous: true };
    if (await confirm(question)) end.mutate(which);
  };
  return (
    <>
      <div className={styles['bar']} role="search">
        <div className={styles['person']}>
          <UserPicker
            label={text('operation.column.person')}
            placeholder={text('operation.any_person')}
            value={person ? [person] : []}
            onChange={([next]) => {
              setPerson(next ?? null);
              setPage(1);
            }}
          />
        </div>
        {mayEnd && person && (
          <Button
            danger
            onClick={() =>
              void ask(text('operation.end_all_question', { name: person.realname }), { userId: person.userId })
            }
          >
            {text('operation.end_all')}
          </Button>
        )}
      </div>
      <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('operation.no_sessions')}>
        {({ list, totalRow }) => (
          <>
            <ul className="boxes">
              {list.map((row) => (
                <Session
                  key={row.loginId}
                  row={row}
                  onEnd={
                    mayEnd && row.isCurrent === 0
                      ? () => void ask(text('operation.end_question', { name: row.userName }), { loginId: row.loginId })
                      : null
                  }
                />
              ))}
            </ul>
            <SmallPager page={page} perPage={perPage} total={totalRow} onPage={setPage} />
          </>
        )}
      </PageState>
    </>
  );
}

interface SessionProps {
  readonly row: SessionRow;
  /** Null where it may not be ended. */
  readonly onEnd: (() => void) | null;
}

function Session({ row, onEnd }: SessionProps) {
  const text = useText();
  const isProgram = row.programName !== '';
  const device = isProgram
    ? text('operation.program', { name: row.programName })
    : deviceName(row.userAgent) || text('operation.unknown_device');
  return (
    <li className={styles['row']}>
      <div>
        <strong>{row.userName}</strong>{' '}
        {row.isCurrent === 1 && <StatusTag tone="success">{text('operation.current')}</StatusTag>}
        <p>
          {device} · {row.address}
        </p>
        <p>
          {text('operation.column.since')} <Moment value={row.createTime} /> · {text('operation.column.used')}{' '}
          <Moment value={row.lastUsedTime} />
        </p>
      </div>
      {onEnd && (
        <Button danger aria-label={text('operation.end_named', { name: row.userName })} onClick={onEnd}>
          {text('operation.end')}
        </Button>
      )}
    </li>
  );
}
