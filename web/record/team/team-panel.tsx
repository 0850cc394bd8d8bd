import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { MembersDialog } from '#web/record/actions/members-dialog.tsx';
import { powerOptions } from '#web/record/actions/power-options.ts';
import { tellDone } from '#web/record/actions/undo-action.ts';
import styles from '#web/record/team/team-panel.module.css';
import { confirm } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import type { OwnershipCalls } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const ownerPower = 0;

/** The people working on a record: the owner, and members with their power (R12.5). */
export function TeamPanel({ screen, id, record, calls }: PanelProps & { readonly calls: OwnershipCalls }) {
  const text = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(callQuery(calls.members, { [screen.type.idKey]: id }));
  const onDone = (answer: { readonly operationId: number; readonly count: number }) => void tellDone(text, answer);
  const update = useAction(calls.updateMembers, { onDone });
  const remove = useAction(calls.removeMembers, { onDone });
  const mayChange = record['mayWrite'] === 1 && may(permissionOf(screen.type, 'teamsave'));
  const handleRemove = async (memberId: number, name: string) => {
    if (await confirm({ title: text('team.remove_one', { name }), isDangerous: true }))
      remove.mutate({ ids: [id], memberIds: [memberId] });
  };
  return (
    <>
      {mayChange && (
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {text('team.add')}
        </Button>
      )}
      <PageState query={query} isEmpty={(rows) => rows.length === 0} emptyText={text('team.empty')}>
        {(rows) => (
          <ul className={styles['team']}>
            {rows.map((member) => (
              <li key={member.id}>
                <span>
                  {member.realname}
                  <small>
                    {member.name} · {member.groupRole}
                  </small>
                </span>
                {mayChange && member.powerType !== ownerPower ? (
                  <>
                    <Select
                      size="small"
                      aria-label={`${text('record_action.power')} ${member.realname}`}
                      value={member.powerType}
                      options={powerOptions(text)}
                      onChange={(power: number) => update.mutate({ ids: [id], memberIds: [member.id], power })}
                    />
                    <Button
                      size="small"
                      type="text"
                      danger
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={text('team.remove_one', { name: member.realname })}
                      onClick={() => void handleRemove(member.id, member.realname)}
                    />
                  </>
                ) : (
                  <small>{member.power}</small>
                )}
              </li>
            ))}
          </ul>
        )}
      </PageState>
      {isAdding && (
        <MembersDialog
          calls={calls}
          kind="add"
          screen={screen}
          rows={[record]}
          onClose={() => setAdding(false)}
          onDone={(answer) => {
            setAdding(false);
            void tellDone(text, answer);
          }}
        />
      )}
    </>
  );
}
