import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Timeline } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { useIsWide } from '#web/lib/is-wide.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { rememberRecord } from '#web/lib/recent-records.ts';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { readingClass } from '#web/lib/shortcuts.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { useChildTabs } from '#web/record/children/use-child-tabs.tsx';
import { ActionButtons } from '#web/record/actions/action-buttons.tsx';
import { useActions } from '#web/record/actions/use-actions.tsx';
import type { Chip } from '#web/record/cells/chip.ts';
import { DetailAside } from '#web/record/detail/detail-aside.tsx';
import { When } from '#web/record/follow-up/when.tsx';
import { FollowUps } from '#web/record/follow-up/follow-ups.tsx';
import styles from '#web/record/detail/record-detail.module.css';
import { RecordForm } from '#web/record/form/record-form.tsx';
import { headNames } from '#web/record/lines/line-figures.ts';
import { nounOf, type RecordScreen } from '#web/record/record-screen.ts';
import { isUnchangeable } from '#web/record/states/record-states.ts';
import { ShownValue } from '#web/record/cells/shown-value.tsx';
import { Loading, PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

const Attachments = lazyOverlay(() => import('#web/record/files/attachments.tsx'), 'Attachments');
const ExplainPanel = lazyOverlay(() => import('#web/record/explain/explain-panel.tsx'), 'ExplainPanel');
const LinesTable = lazyOverlay(() => import('#web/record/lines/lines-table.tsx'), 'LinesTable');
const PrintSheet = lazyOverlay(() => import('#web/record/print/print-sheet.tsx'), 'PrintSheet');
const ShareDialog = lazyOverlay(() => import('#web/record/share/share-dialog.tsx'), 'ShareDialog');

interface DetailProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Begins with the caret in the box for a follow-up. */
  readonly isWriting?: boolean;
  readonly onClose: () => void;
  /** Goes to the neighbour in the list's order; absent at the ends. */
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

/** Detail of a record over its list (R12.1). */
export function RecordDetail({ screen, id, isWriting = false, onClose, onPrevious, onNext }: DetailProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const { user } = useSession();
  const query = useQuery(callQuery(screen.calls.read, { [screen.type.idKey]: id }));
  const fields = useFilterFields(screen);
  const children = useChildTabs(screen, id);
  // absent, deleted or out of reach
  const isUnreadable = query.data?.['dataAuth'] === 0;
  const title = String(query.data?.['name'] ?? text(nounOf(screen)));
  usePageTitle(title);
  const name = query.data?.['name'];
  useEffect(() => {
    if (typeof name === 'string') rememberRecord(user.userId, { types: screen.type.name, id, name });
  }, [user.userId, screen.type.name, id, name]);
  return (
    <Drawer
      open
      rootClassName={readingClass}
      // on a phone a drawer over it covers it anyway
      push={!isPhone}
      size={isPhone ? '100%' : isWide ? 'max(960px, 66%)' : 'max(720px, 60%)'}
      title={
        <span className={styles['title']}>
          <span className={styles['name']} title={title}>
            {title}
          </span>
          {query.data &&
            !isUnreadable &&
            screen.chips(query.data, fields.data ?? []).map((chip, at) => <StateChip key={at} {...chip} />)}
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
      <PageState query={query} isEmpty={() => isUnreadable} emptyText={text('access.record')}>
        {(record) =>
          // a figure or a tab that came later would move what is there from under the finger
          fields.isPending || children.isPending ? (
            <Loading />
          ) : (
            <DetailBody
              screen={screen}
              id={id}
              record={record}
              childTabs={children.tabs}
              isWriting={isWriting}
              onClose={onClose}
            />
          )
        }
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

interface FiguresProps {
  readonly screen: RecordScreen;
  readonly record: Readonly<Record<string, unknown>>;
}

function Figures({ screen, record }: FiguresProps) {
  const text = useText();
  const fields = useFilterFields(screen).data ?? [];
  const shown = screen.figures.flatMap((figure) => {
    if ('label' in figure) return [{ name: text(figure.label), value: figure.show(record) }];
    const field = fields.find(({ fieldName }) => fieldName === figure.field);
    return field && Object.hasOwn(record, figure.field)
      ? [{ name: field.name, value: chosenText(field, record[figure.field]) }]
      : [];
  });
  return (
    <dl className={styles['figures']}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '--'}</dd>
        </div>
      ))}
    </dl>
  );
}

function DetailBody({
  screen,
  id,
  record,
  childTabs,
  isWriting,
  onClose,
}: {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Record<string, unknown>;
  readonly childTabs: ReturnType<typeof useChildTabs>['tabs'];
  readonly isWriting: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const endPrinting = useCallback(() => setPrinting(false), []);
  const isWide = useIsWide();
  // a document is opened for what is in it
  const hasFollowUps = can(screen.type, 'followUps');
  const [tab, setTab] = useState(hasFollowUps && (isWriting || !screen.type.lines) ? 'follow' : 'information');
  const [writing, setWriting] = useState(isWriting ? 1 : 0);
  const acts = useActions(screen, (act) => {
    if (act.closesDetail) onClose();
  });
  const version = Number(record['version']);
  const mayWrite = record['mayWrite'] === 1;
  const offered = acts.offered([record]).filter((act) => !act.isForMany && (mayWrite || record['isPool'] === 1));
  return (
    <>
      <div className={styles['head']}>
        <Figures screen={screen} record={record} />
        <div className={styles['acts']}>
          {mayWrite && may(permissionOf(screen.type, 'update')) && !isUnchangeable(screen.type, record) && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {text('action.edit')}
            </Button>
          )}
          <ActionButtons
            acts={offered}
            most={2}
            extra={[
              { key: 'print', label: 'print.start', start: () => setPrinting(true) },
              { key: 'share', label: 'qr.share', start: () => setSharing(true) },
            ]}
            onStart={(act) => acts.start(act, [record])}
          />
        </div>
      </div>
      <div className={styles['columns']}>
        <Tabs
          className={styles['tabs'] ?? ''}
          activeKey={tab}
          onChange={setTab}
          items={[
            ...(hasFollowUps
              ? [
                  {
                    key: 'follow',
                    label: text('detail.follow_ups'),
                    children: <FollowUps screen={screen} id={id} writing={writing} />,
                  },
                ]
              : []),
            {
              key: 'information',
              label: text('detail.information'),
              children: <Information screen={screen} id={id} />,
            },
            ...childTabs.map(({ key, label, show }) => ({ key, label, children: show({ screen, id, record }) })),
            ...screen.panels
              .filter(({ access, fits }) => (access === undefined || may(access)) && (fits?.(record) ?? true))
              .map(({ key, label, Panel }) => ({
                key,
                label: text(label),
                children: <Panel screen={screen} id={id} record={record} />,
              })),
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
            { key: 'history', label: text('detail.history'), children: <History screen={screen} id={id} /> },
            {
              key: 'rights',
              label: text('detail.rights'),
              children: <ExplainPanel screen={screen} id={id} record={record} />,
            },
          ]}
        />
        {isWide && (
          <DetailAside
            screen={screen}
            id={id}
            record={record}
            tab={tab}
            {...(hasFollowUps &&
              may(permissionOf(screen.type, 'read')) && {
                onWrite: () => {
                  setTab('follow');
                  setWriting(writing + 1);
                },
              })}
          />
        )}
      </div>
      {acts.dialog}
      {isPrinting && <PrintSheet screen={screen} id={id} name={String(record['name'])} onClose={endPrinting} />}
      {isSharing && (
        <ShareDialog screen={screen} id={id} name={String(record['name'])} onClose={() => setSharing(false)} />
      )}
      {isEditing && (
        <RecordForm
          screen={screen}
          id={id}
          version={version}
          batchId={String(record['batchId'] ?? '')}
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
        <>
          <Descriptions
            column={{ xs: 1, sm: 1, md: 2 }}
            size="small"
            bordered
            items={rows
              .filter(({ fieldName }) => !headNames(screen.type.lines?.amounts).includes(fieldName))
              .map((row) => ({
                key: row.fieldName,
                label: row.name,
                children: <ShownValue row={row} />,
              }))}
          />
          {screen.type.lines && <LinesTable type={screen.type} id={id} totals={rows} />}
        </>
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
