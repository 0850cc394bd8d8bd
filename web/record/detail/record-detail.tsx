import { useQuery } from '@tanstack/react-query';
import { EditOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useIsWide } from '#web/lib/screen/is-wide.ts';
import { usePageTitle } from '#web/lib/screen/page-title.ts';
import { rememberRecord } from '#web/lib/recent-records.ts';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { isTyping, useShortcut } from '#web/lib/shortcuts.ts';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { useApproval } from '#web/record/approval/use-approval.ts';
import { useChildTabs, type ChildTab } from '#web/record/children/use-child-tabs.tsx';
import { ActionButtons } from '#web/record/actions/action-buttons.tsx';
import { useActions } from '#web/record/actions/use-actions.tsx';
import { RecordHead, RecordNavigation } from '#web/record/detail/record-head.tsx';
import { detailWidth } from '#web/record/detail/detail-width.ts';
import { Counted } from '#web/record/detail/counted.tsx';
import { PhoneActs } from '#web/record/detail/phone-acts.tsx';
import { useCounts } from '#web/record/detail/use-counts.ts';
import { DetailAside, type Fact } from '#web/record/detail/detail-aside.tsx';
import { FollowUps } from '#web/record/follow-up/follow-ups.tsx';
import { Information } from '#web/record/detail/information.tsx';
import styles from '#web/record/detail/record-detail.module.css';
import { History } from '#web/record/log/history.tsx';
import { RecordForm } from '#web/record/form/record-form.tsx';
import { PdfButton } from '#web/record/print/pdf-button.tsx';
import { nounOf, type RecordAction, type RecordScreen } from '#web/record/record-screen.ts';
import { isUnchangeable } from '#web/record/states/record-states.ts';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { Loading, PageState } from '#web/ui/states/page-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { approvalColumnOf } from '#shared/approval/approval-state.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const ApprovalActs = lazyOverlay(() => import('#web/record/approval/approval-acts.tsx'), 'ApprovalActs');
const ApprovalPanel = lazyOverlay(() => import('#web/record/approval/approval-panel.tsx'), 'ApprovalPanel');
const Attachments = lazyOverlay(() => import('#web/record/files/attachments.tsx'), 'Attachments');
const ExplainPanel = lazyOverlay(() => import('#web/record/explain/explain-panel.tsx'), 'ExplainPanel');
const PrintDialog = lazyOverlay(() => import('#web/record/print/print-dialog.tsx'), 'PrintDialog');
const ShareDialog = lazyOverlay(() => import('#web/record/share/share-dialog.tsx'), 'ShareDialog');

interface DetailProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Begins with the caret in the box for a follow-up. */
  readonly isWriting?: boolean;
  /** The address says that it is open: Back leaves it by that. */
  readonly isInAddress?: boolean;
  readonly onClose: () => void;
  /** Goes to the neighbour in the list's order; absent at the ends. */
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
  /** Where it stands in the list, counted from 1, and how long that is. */
  readonly place?: { readonly at: number; readonly of: string };
}

/** Detail of a record beside its list, which stays alive (R12.1). */
export function RecordDetail(props: DetailProps) {
  const { screen, id, onClose, onPrevious, onNext, place } = props;
  const text = useText();
  const isPhone = useIsPhone();
  const { user } = useSession();
  const query = useQuery(callQuery(screen.calls.read, { [screen.type.idKey]: id }));
  const fields = useFilterFields(screen);
  const children = useChildTabs(screen, id);
  const counts = useCounts(screen, id);
  // absent, deleted or out of reach
  const isUnreadable = query.data?.['dataAuth'] === 0;
  // a figure or a tab that came later would move what is there from under the finger
  const isWhole = query.data !== undefined && !fields.isPending && !children.isPending && !counts.isPending;
  const title = String(query.data?.['name'] ?? text(nounOf(screen)));
  usePageTitle(title);
  const name = query.data?.['name'];
  useEffect(() => {
    if (typeof name === 'string') rememberRecord(user.userId, { types: screen.type.name, id, name });
  }, [user.userId, screen.type.name, id, name]);
  useBackCloses(props.isInAddress !== true, onClose);
  // first it leaves the text that is being written
  useShortcut(
    'Escape',
    ({ target }) => (target instanceof HTMLElement && isTyping(target) ? target.blur() : onClose()),
    {
      whileTyping: true,
    },
  );
  useShortcut('k', () => onPrevious?.(), { isOn: onPrevious !== undefined });
  useShortcut('j', () => onNext?.(), { isOn: onNext !== undefined });
  return (
    <Drawer
      open
      mask={false}
      // Escape is a key of ours: what lies below would close as well
      keyboard={false}
      closable={false}
      // beside the list on its sheet
      getContainer={sheet}
      {...(!isPhone && { rootStyle: { position: 'absolute' } })}
      // on a phone a drawer over it covers it anyway
      push={!isPhone}
      size={isPhone ? '100%' : detailWidth}
      focusable={{ trap: false }}
      aria-label={title}
      aria-modal={false}
      classNames={{ body: styles['body'] ?? '', section: styles['panel'] ?? '' }}
      onClose={onClose}
    >
      {/* the way out is there before the record, and without it */}
      {(!isWhole || isUnreadable) && (
        <RecordNavigation place={place} onPrevious={onPrevious} onNext={onNext} onClose={onClose} />
      )}
      <PageState
        query={query}
        isEmpty={() => isUnreadable}
        emptyText={text('access.record')}
        emptyAction={<Button onClick={onClose}>{text('action.close')}</Button>}
      >
        {(record) =>
          isWhole ? (
            <DetailBody
              {...props}
              record={record}
              title={title}
              fields={fields.data ?? []}
              childTabs={children.tabs}
              counts={counts}
            />
          ) : (
            <Loading />
          )
        }
      </PageState>
    </Drawer>
  );
}

/** Key of the tab about the approval. */
const approvalTab = 'approval';

const sheet = (): HTMLElement => document.getElementById('main') ?? document.body;

interface BodyProps extends DetailProps {
  readonly record: Record<string, unknown>;
  readonly title: string;
  readonly fields: readonly FilterField[];
  readonly childTabs: readonly ChildTab[];
  readonly counts: ReturnType<typeof useCounts>;
}

function DetailBody({
  screen,
  id,
  record,
  title,
  fields,
  childTabs,
  counts,
  isWriting = false,
  onClose,
  ...moves
}: BodyProps) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const isWide = useIsWide();
  // a document is opened for what is in it
  const hasFollowUps = can(screen.type, 'followUps');
  const mayFollowUp = hasFollowUps && may(permissionOf(screen.type, 'read'));
  const [tab, setTab] = useState(hasFollowUps && (isWriting || !screen.type.lines) ? 'follow' : 'information');
  const [writing, setWriting] = useState(isWriting ? 1 : 0);
  const acts = useActions(screen, (act) => {
    if (act.closesDetail) onClose();
  });
  const approval = useApproval(screen, id);
  const version = Number(record['version']);
  const mayWrite = record['mayWrite'] === 1;
  const offered = acts.offered([record]).filter((act) => !act.isForMany && (mayWrite || record['isPool'] === 1));
  const mayEdit = mayWrite && may(permissionOf(screen.type, 'update')) && !isUnchangeable(screen.type, record);
  const begins = (act: RecordAction, { relation }: ChildTab) =>
    act.begins?.type === relation.type && act.begins.column === relation.column;
  const opened = childTabs.find(({ key }) => key === tab);
  const actButtons = (
    <ActionButtons
      acts={opened ? offered.filter((act) => !begins(act, opened)) : offered}
      most={isPhone ? 0 : 1}
      extra={[{ key: 'print', label: 'print.start', start: () => setPrinting(true) }]}
      onStart={(act) => acts.start(act, [record])}
    />
  );
  // the bar of those who decide takes the place of the others
  const isDecided = approval?.isCheck === 1;
  const facts: Fact[] = [
    ...(hasFollowUps
      ? [
          {
            key: 'follow',
            name: text('detail.follow_ups'),
            count: counts.followUps,
            open: () => setTab('follow'),
          },
        ]
      : []),
    ...childTabs.map(({ key, name, count }) => ({ key, name, count, open: () => setTab(key) })),
  ];
  return (
    <>
      <RecordNavigation
        {...moves}
        onShare={() => setSharing(true)}
        onClose={onClose}
        {...(isPhone && { acts: actButtons })}
      />
      <RecordHead
        screen={screen}
        record={record}
        fields={fields}
        title={title}
        acts={
          !isPhone && (
            <div className={styles['acts']}>
              {approval && <ApprovalActs screen={screen} id={id} approval={approval} />}
              {mayEdit && (
                <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
                  {text('action.edit')}
                </Button>
              )}
              <PdfButton screen={screen} id={id} record={record} />
              {actButtons}
            </div>
          )
        }
      />
      {screen.HeadBar && <screen.HeadBar screen={screen} id={id} record={record} />}
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
                    label: <Counted name={text('detail.follow_ups')} count={counts.followUps} />,
                    children: <FollowUps screen={screen} id={id} writing={writing} />,
                  },
                ]
              : []),
            {
              key: 'information',
              label: text('detail.information'),
              children: <Information screen={screen} id={id} record={record} mayEdit={mayEdit} />,
            },
            ...(approvalColumnOf(screen.type)
              ? [
                  {
                    key: approvalTab,
                    label: text('approval.tab'),
                    children: approval !== undefined && <ApprovalPanel screen={screen} id={id} approval={approval} />,
                  },
                ]
              : []),
            ...childTabs.map((child) => {
              const act = offered.find((one) => begins(one, child));
              return {
                key: child.key,
                label: <Counted name={child.name} count={child.count} />,
                children: child.show({
                  screen,
                  id,
                  record,
                  ...(act && { onBegin: () => acts.start(act, [record]) }),
                }),
              };
            }),
            ...screen.panels
              .filter(({ access, fits }) => (access === undefined || may(access)) && (fits?.(record) ?? true))
              .map(({ key, label, Panel }) => ({
                key,
                label: text(label),
                children: (
                  <Suspense fallback={<Loading />}>
                    <Panel screen={screen} id={id} record={record} />
                  </Suspense>
                ),
              })),
            {
              key: 'files',
              label: <Counted name={text('detail.files')} count={counts.files} />,
              children: (
                <Attachments
                  screen={screen}
                  id={id}
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
            fields={fields}
            counts={facts}
            mayEdit={mayEdit}
            tab={tab}
            {...(approval && tab !== approvalTab && { approval, onApproval: () => setTab(approvalTab) })}
            {...(mayFollowUp && {
              onWrite: () => {
                setTab('follow');
                setWriting(writing + 1);
              },
            })}
          />
        )}
      </div>
      {isPhone && approval && <ApprovalActs isBar screen={screen} id={id} approval={approval} />}
      {isPhone && !isDecided && (
        <PhoneActs
          screen={screen}
          id={id}
          record={record}
          mayFollowUp={mayFollowUp}
          isWriting={isWriting}
          {...(mayEdit && { onEdit: () => setEditing(true) })}
          onWritten={() => setTab('follow')}
        />
      )}
      {acts.dialog}
      {isPrinting && (
        <PrintDialog
          label={screen.type.code}
          id={id}
          name={String(record['name'])}
          onClose={() => setPrinting(false)}
        />
      )}
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
