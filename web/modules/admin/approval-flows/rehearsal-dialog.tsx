import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { flowCalls, type Rehearsed } from '#shared/approval/flow-calls.ts';
import { inputOf, type FlowDraft } from './flow-draft.ts';
import styles from './flows.module.css';

interface RehearsalProps {
  readonly draft: FlowDraft;
  readonly okText: string;
  readonly isWorking: boolean;
  readonly onOk: () => void;
  readonly onClose: () => void;
}

/** Who would have approved what of the latest documents, before a flow is switched on. */
export function RehearsalDialog({ draft, okText, isWorking, onOk, onClose }: RehearsalProps) {
  const text = useText();
  const query = useQuery({ ...callQuery(flowCalls.rehearse, inputOf(draft)), gcTime: 0, staleTime: 0, retry: false });
  return (
    <Dialog
      open
      width={880}
      rootClassName="whole-on-phone"
      title={text('flow.rehearsal', { name: draft.name })}
      okText={okText}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: !query.data }}
      confirmLoading={isWorking}
      onOk={onOk}
      onCancel={onClose}
      destroyOnHidden
    >
      <PageState query={query}>{({ list }) => <Rehearsal list={list} />}</PageState>
    </Dialog>
  );
}

function Rehearsal({ list }: { readonly list: readonly Rehearsed[] }) {
  const text = useText();
  const [isAll, setAll] = useState(false);
  const applied = list.filter(({ applies }) => applies);
  const refused = applied.filter(({ refusal }) => refusal !== '');
  return (
    <>
      <p className={styles['summary']}>
        {list.length === 0
          ? text('flow.rehearsal_none')
          : text('flow.rehearsal_count', { count: applied.length, total: list.length })}{' '}
        {refused.length > 0 && (
          <StatusTag tone="danger">{text('flow.rehearsal_refused', { count: refused.length })}</StatusTag>
        )}
        {list.length > applied.length && (
          <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)}>
            {text('flow.rehearsal_all')}
          </Checkbox>
        )}
      </p>
      {list.length > 0 && (
        <PlainTable<Rehearsed>
          rowKey="id"
          dataSource={isAll ? list : applied}
          scroll={{ y: 420 }}
          columns={[
            {
              key: 'name',
              title: text('flow.document'),
              width: 280,
              render: (_value, { name, applies }) => (
                <>
                  {name} {!applies && <StatusTag tone="neutral">{text('flow.other')}</StatusTag>}
                </>
              ),
            },
            {
              key: 'who',
              title: text('approval.steps'),
              render: (_value, { refusal, steps }) =>
                refusal === '' ? (
                  steps
                    .map(({ userList }) => userList.map(({ realname }) => realname).join(text('record_action.comma')))
                    .join(' → ') || text('approval.by_choice')
                ) : (
                  <span className={styles['refusal']}>{refusal}</span>
                ),
            },
          ]}
        />
      )}
    </>
  );
}
