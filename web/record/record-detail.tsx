import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Tabs, Timeline } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useMay } from '#web/lib/session/session.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { ActButtons } from '#web/record/acts/act-buttons.tsx';
import { useActs } from '#web/record/acts/use-acts.tsx';
import { FollowUps } from '#web/record/follow-ups.tsx';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import styles from '#web/record/record-detail.module.css';
import { RecordForm } from '#web/record/record-form.tsx';
import { nounOf, type RecordScreen } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { fieldCalls } from '#shared/record/field-calls.ts';
import { permissionOf, recordLogCalls } from '#shared/record/record-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';

const ExplainPanel = lazyOverlay(() => import('#web/record/explain/explain-panel.tsx'), 'ExplainPanel');

interface DetailProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly onClose: () => void;
  /** Goes to the neighbour in the list's order; absent at the ends. */
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

/** Detail of a record over its list (spec §2, reference §15.2). */
export function RecordDetail({ screen, id, onClose, onPrevious, onNext }: DetailProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const query = useQuery(callQuery(screen.calls.read, { [screen.type.idKey]: id }));
  const title = String(query.data?.['name'] ?? text(nounOf(screen)));
  usePageTitle(title);
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 'max(720px, 60%)'}
      title={
        <span className={styles['title']}>
          <span className={styles['name']} title={title}>
            {title}
          </span>
          {query.data &&
            screen.chips(query.data).map(({ label, params, tone }) => (
              <StatusTag key={label} tone={tone}>
                {text(label, params)}
              </StatusTag>
            ))}
        </span>
      }
      onClose={onClose}
      mask={{ closable: true }}
      extra={
        <>
          <Button type="text" disabled={!onPrevious} onClick={onPrevious} aria-label={text('detail.previous')}>
            ‹
          </Button>
          <Button type="text" disabled={!onNext} onClick={onNext} aria-label={text('detail.next')}>
            ›
          </Button>
        </>
      }
    >
      <PageState query={query} isEmpty={() => false}>
        {(record) => <DetailBody screen={screen} id={id} record={record} onClose={onClose} />}
      </PageState>
    </Drawer>
  );
}

function DetailBody({
  screen,
  id,
  record,
  onClose,
}: {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Record<string, unknown>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const acts = useActs(screen, (act) => {
    if (act.closesDetail) onClose();
  });
  const version = Number(record['version']);
  const mayWrite = record['mayWrite'] === 1;
  const offered = acts.offered([record]).filter((act) => !act.isForMany && (mayWrite || record['isPool'] === 1));
  const figures = [
    [text('record.owner_user_name'), record['ownerUserName']],
    [text('record.update_time'), record['updateTime']],
    [text('record.create_time'), record['createTime']],
  ];
  return (
    <>
      <div className={styles['head']}>
        <dl className={styles['figures']}>
          {figures.map(([label, value]) => (
            <div key={String(label)}>
              <dt>{String(label)}</dt>
              <dd>{String(value ?? '') || '--'}</dd>
            </div>
          ))}
        </dl>
        <div className={styles['acts']}>
          {mayWrite && may(permissionOf(screen.type, 'update')) && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {text('action.edit')}
            </Button>
          )}
          <ActButtons acts={offered} most={2} onStart={(act) => acts.start(act, [record])} />
        </div>
      </div>
      <Tabs
        items={[
          { key: 'follow', label: text('detail.follow_ups'), children: <FollowUps screen={screen} id={id} /> },
          { key: 'information', label: text('detail.information'), children: <Information screen={screen} id={id} /> },
          {
            key: 'files',
            label: text('detail.files'),
            children: (
              <Attachments
                batchId={String(record['batchId'])}
                mayWrite={mayWrite && may(permissionOf(screen.type, 'update'))}
              />
            ),
          },
          ...screen.panels
            .filter(({ fits }) => fits?.(record) ?? true)
            .map(({ key, label, Panel }) => ({
              key,
              label: text(label),
              children: <Panel screen={screen} id={id} record={record} />,
            })),
          { key: 'history', label: text('detail.history'), children: <History screen={screen} id={id} /> },
          {
            key: 'rights',
            label: text('detail.rights'),
            children: <ExplainPanel screen={screen} id={id} record={record} />,
          },
        ]}
      />
      {acts.dialog}
      {isEditing && (
        <RecordForm
          screen={screen}
          id={id}
          version={version}
          onClose={() => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      )}
    </>
  );
}

function Information({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const query = useQuery(callQuery(fieldCalls.information, { types: screen.type.code, id }));
  return (
    <PageState query={query} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <Descriptions
          column={{ xs: 1, sm: 1, md: 2 }}
          size="small"
          bordered
          items={rows.map((row) => ({
            key: row.fieldName,
            label: row.name,
            children:
              typeof row.value === 'string' ? row.value || '--' : row.value.map((file) => file.name).join(', ') || '--',
          }))}
        />
      )}
    </PageState>
  );
}

function Attachments({ batchId, mayWrite }: { readonly batchId: string; readonly mayWrite: boolean }) {
  const query = useQuery(callQuery(fileCalls.ofBatch, { batchId }));
  return (
    <PageState query={query} isEmpty={() => false}>
      {(files) => (
        <FileInput value={files} batchId={batchId} disabled={!mayWrite} onChange={() => void query.refetch()} />
      )}
    </PageState>
  );
}

function History({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const query = useQuery(callQuery(recordLogCalls.history, { actionId: id, types: String(screen.type.code) }));
  return (
    <PageState query={query} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <Timeline
          items={rows.map((row) => ({
            key: row.id,
            content: (
              <div>
                <div className={styles['when']}>
                  {row.createTime} · {row.realname}
                </div>
                {row.content.map((line, index) => (
                  <div key={index}>{line}</div>
                ))}
              </div>
            ),
          }))}
        />
      )}
    </PageState>
  );
}
