import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useHandOverOffer } from '#web/modules/admin/hand-over-offer.ts';
import { MomentInput } from '#web/record/form/moments/moment-input.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { flowCalls } from '#shared/approval/flow-calls.ts';
import styles from './flows.module.css';

interface StandInsProps {
  /** Also those of other people, for whoever sets flows up. */
  readonly isOfAll?: boolean;
}

const empty = {
  person: [] as readonly UserChoice[],
  substitute: [] as readonly UserChoice[],
  startTime: '',
  endTime: '',
};

/** Who decides for whom while somebody is away. */
export function StandIns({ isOfAll = false }: StandInsProps) {
  const text = useText();
  const { user } = useSession();
  const list = useQuery(callQuery(flowCalls.standIns, {}));
  const refreshes = [flowCalls.standIns];
  const [draft, setDraft] = useState(empty);
  const offerHandOver = useHandOverOffer();
  const save = useAction(flowCalls.saveStandIn, {
    refreshes,
    onDone: () => {
      void offerHandOver([draft.person[0] ?? user]);
      setDraft(empty);
    },
  });
  const end = useAction(flowCalls.endStandIn, { refreshes });
  const change = (more: Partial<typeof empty>) => setDraft((before) => ({ ...before, ...more }));
  const [substitute] = draft.substitute;
  const [person] = draft.person;
  const isReady = substitute !== undefined && draft.startTime !== '' && draft.endTime !== '';
  const finish = async (standInId: number, name: string) => {
    if (await confirm({ title: text('flow.end_stand_in', { name }) })) end.mutate({ standInId });
  };
  return (
    <>
      <p className={styles['note']}>{text('flow.stand_in_note')}</p>
      <form
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady)
            save.mutate({
              ...(person ? { userId: person.userId } : {}),
              substituteId: substitute.userId,
              startTime: draft.startTime,
              endTime: draft.endTime,
            });
        }}
      >
        {isOfAll && (
          <UserPicker
            label={text('flow.away')}
            value={draft.person}
            placeholder={text('flow.away_self', { name: user.realname })}
            onChange={(next) => change({ person: next })}
          />
        )}
        <UserPicker
          label={text('flow.substitute')}
          value={draft.substitute}
          placeholder={text('flow.substitute')}
          onChange={(next) => change({ substitute: next })}
        />
        <MomentInput
          label={text('flow.from')}
          value={draft.startTime}
          onChange={(startTime) => change({ startTime })}
        />
        <MomentInput label={text('flow.until')} value={draft.endTime} onChange={(endTime) => change({ endTime })} />
        <Button type="primary" htmlType="submit" disabled={!isReady} loading={save.isPending}>
          {text('flow.add_stand_in')}
        </Button>
      </form>
      <PageState query={list} isEmpty={(rows) => rows.length === 0} emptyText={text('flow.no_stand_in')}>
        {(rows) => (
          <ul className={styles['standIns']}>
            {rows.map(({ standInId, userId, realname, substituteName, startTime, endTime }) => (
              <li key={standInId}>
                <span>
                  {text('flow.stand_in', { name: realname, substitute: substituteName })}
                  <small>
                    {startTime.slice(0, 16)} – {endTime.slice(0, 16)}
                  </small>
                </span>
                {(isOfAll || userId === user.userId) && (
                  <Button type="text" size="small" onClick={() => void finish(standInId, realname)}>
                    {text('flow.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </>
  );
}
