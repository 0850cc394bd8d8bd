import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Tabs, Timeline } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { rememberRecord } from '#web/lib/recent-records.ts';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { ActButtons } from '#web/record/acts/act-buttons.tsx';
import { useActs } from '#web/record/acts/use-acts.tsx';
import type { Chip } from '#web/record/chip.ts';
import { When } from '#web/record/follow-up/when.tsx';
import { FollowUps } from '#web/record/follow-ups.tsx';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import { isClosed } from '#web/record/is-closed.ts';
import styles from '#web/record/record-detail.module.css';
import { RecordForm } from '#web/record/record-form.tsx';
import { nounOf, type RecordScreen } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { fieldCalls } from '#shared/record/field-calls.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import { recordLogCalls } from '#shared/record/record-log-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';

const ExplainPanel = lazyOverlay(() => import('#web/record/explain/explain-panel.tsx'), 'ExplainPanel');
const ShareDialog = lazyOverlay(() => import('#web/record/share/share-dialog.tsx'), 'ShareDialog');

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
  const { user } = useSession();
  const query = useQuery(callQuery(screen.calls.read, { [screen.type.idKey]: id }));
  const title = String(query.data?.['name'] ?? text(nounOf(screen)));
  usePageTitle(title);
  const name = query.data?.['name'];
  useEffect(() => {
    if (typeof name === 'string') rememberRecord(user.userId, { types: screen.type.name, id, name });
  }, [user.userId, screen.type.name, id, name]);
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 'max(720px, 60%)'}
      title={
        <span className={styles['title']}>
          <span className={styles['name']} title={title}>
            {title}
          </span>
          {query.data && screen.chips(query.data).map((chip) => <StateChip key={chip.label} {...chip} />)}
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

function StateChip({ label, params, tone, to }: Chip) {
  const text = useText();
  const may = useMay();
  const tag = <StatusTag tone={tone}>{text(label, params)}</StatusTag>;
  if (!to) return tag;
  return may(to.access) ? <Link to={to.path}>{tag}</Link> : null;
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
  const [isSharing, setSharing] = useState(false);
  const acts = useActs(screen, (act) => {
    if (act.closesDetail) onClose();
  });
  const version = Number(record['version']);
  const mayWrite = record['mayWrite'] === 1;
  const offered = acts.offered([record]).filter((act) => !act.isForMany && (mayWrite || record['isPool'] === 1));
  return (
    <>
      <div className={styles['head']}>
        <dl className={styles['figures']}>
          {screen.figures.map(({ label, show }) => {
            if (typeof label !== 'string' && !Object.hasOwn(record, label.field)) return null;
            const name = typeof label === 'string' ? text(label) : label.field;
            return (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{show(record) || '--'}</dd>
              </div>
            );
          })}
        </dl>
        <div className={styles['acts']}>
          {mayWrite && may(permissionOf(screen.type, 'update')) && !isClosed(screen.type, record) && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {text('action.edit')}
            </Button>
          )}
          <ActButtons
            acts={offered}
            most={2}
            extra={[{ key: 'share', label: 'qr.share', start: () => setSharing(true) }]}
            onStart={(act) => acts.start(act, [record])}
          />
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
            .filter(({ access, fits }) => (access === undefined || may(access)) && (fits?.(record) ?? true))
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
      {isSharing && (
        <ShareDialog screen={screen} id={id} name={String(record['name'])} onClose={() => setSharing(false)} />
      )}
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
                  <When time={row.createTime} /> · {row.realname}
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
