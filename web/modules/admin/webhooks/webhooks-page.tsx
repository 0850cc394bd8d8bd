import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { SecretDialog } from '#web/modules/admin/webhooks/secret-dialog.tsx';
import { useWebhookActs } from '#web/modules/admin/webhooks/use-webhook-acts.ts';
import { WebhookDialog } from '#web/modules/admin/webhooks/webhook-dialog.tsx';
import { WebhookLog } from '#web/modules/admin/webhooks/webhook-log.tsx';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { webhookCalls, type Webhook } from '#shared/admin/webhooks/webhook-calls.ts';
import styles from './webhooks.module.css';

type Open = { readonly edited: Webhook | null } | { readonly logOf: Webhook } | null;

/** /manager/webhooks: programs that hear what happens to records. */
export function WebhooksPage() {
  const text = useText();
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<Open>(null);
  const query = useQuery(callQuery(webhookCalls.list, {}));
  const acts = useWebhookActs();
  const types = query.data?.types ?? [];
  const add = () => setOpen({ edited: null });
  const handleClose = () => setOpen(null);
  useShortcut('n', add);
  const comma = text('rights.comma');
  const typesOf = (row: Webhook) =>
    row.types.map((type) => types.find((one) => one.type === type)?.name ?? type).join(comma);
  const eventsOf = (row: Webhook) => row.events.map((event) => text(`webhook.event_${event}`)).join(comma);
  const countsOf = ({ waiting, failed }: Webhook) => text('webhook.counts', { waiting, failed });
  const nameOf = ({ name, isOn, hasSecret }: Webhook) => (
    <span className={styles['name']}>
      {name}
      <StatusTag tone={isOn === 1 ? 'success' : 'neutral'}>
        {text(isOn === 1 ? 'messaging.on' : 'messaging.off')}
      </StatusTag>
      {hasSecret === 0 && <StatusTag tone="warning">{text('webhook.secret_missing')}</StatusTag>}
    </span>
  );
  const actsOf = (row: Webhook) => (
    <span className={styles['acts']}>
      <Button
        type="link"
        size="small"
        aria-label={text('webhook.edit_named', { name: row.name })}
        onClick={() => setOpen({ edited: row })}
      >
        {text('action.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        aria-label={text('webhook.log_named', { name: row.name })}
        onClick={() => setOpen({ logOf: row })}
      >
        {text('webhook.log')}
      </Button>
      <MoreMenu
        label={text('webhook.acts_named', { name: row.name })}
        items={[
          { key: 'test', label: text('webhook.test'), onClick: () => acts.test(row, () => setOpen({ logOf: row })) },
          { key: 'secret', label: text('webhook.new_secret'), onClick: () => void acts.newSecret(row) },
          { key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove(row) },
        ]}
      />
    </span>
  );
  const columns: TableColumnsType<Webhook> = [
    { key: 'name', title: text('webhook.name'), render: (_value, row) => nameOf(row) },
    {
      key: 'url',
      title: text('messaging.url'),
      render: (_value, { url }) => <span className={styles['address']}>{url}</span>,
    },
    { key: 'types', title: text('webhook.types'), render: (_value, row) => typesOf(row) },
    { key: 'events', title: text('webhook.events'), render: (_value, row) => eventsOf(row) },
    {
      key: 'counts',
      title: text('webhook.deliveries'),
      width: 150,
      render: (_value, row) => countsOf(row),
    },
    { key: 'acts', title: text('webhook.acts'), width: 190, render: (_value, row) => actsOf(row) },
  ];
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
      {text('webhook.add')}
    </Button>
  );
  return (
    <Page
      title={text('page.webhooks')}
      acts={
        <>
          <ChangeHistory kinds={['webhook']} />
          {addButton}
        </>
      }
    >
      <PageBody>
        <PageState
          query={query}
          skeleton={<PlainTable isPending columns={columns} />}
          isEmpty={({ list }) => list.length === 0}
          emptyText={text('webhook.none')}
          emptyAction={addButton}
        >
          {({ list }) =>
            isPhone ? (
              <ul className="boxes">
                {list.map((row) => (
                  <li key={row.id}>
                    {nameOf(row)}
                    <p className={styles['address']}>{row.url}</p>
                    <p>{typesOf(row)}</p>
                    <p>{eventsOf(row)}</p>
                    <p>{countsOf(row)}</p>
                    {actsOf(row)}
                  </li>
                ))}
              </ul>
            ) : (
              <PlainTable<Webhook> isMain rowKey="id" dataSource={[...list]} columns={columns} />
            )
          }
        </PageState>
      </PageBody>
      {open && 'edited' in open && (
        <WebhookDialog edited={open.edited} types={types} onClose={handleClose} onAdded={acts.tell} />
      )}
      {open && 'logOf' in open && <WebhookLog webhook={open.logOf} onClose={handleClose} />}
      {acts.told && <SecretDialog {...acts.told} onClose={acts.forget} />}
    </Page>
  );
}
