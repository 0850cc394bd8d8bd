import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { ChannelDialog } from '#web/modules/crm/messaging-services/channel-dialog.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { PageBody } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { messagingCalls, type ChannelRow } from '#shared/crm/messaging-services/messaging-calls.ts';
import styles from './messaging.module.css';

/** The ways by which messages leave, each with its switch, its settings and a test. */
export function ChannelsTab() {
  const text = useText();
  const query = useQuery(callQuery(messagingCalls.settings, {}));
  const [edited, setEdited] = useState<ChannelRow | null>(null);
  const test = useAction(messagingCalls.testChannel, {
    refreshes: [messagingCalls.sent],
    onDone: () => toast.success(textOf('messaging.test_sent')),
  });
  return (
    <PageBody>
      <PageState query={query}>
        {({ channels, types }) => (
          <>
            <ul className={styles['channels']}>
              {channels.map((row) => {
                const name = text(`messaging.channel_${row.channel}`);
                const chosen = types.filter(({ type }) => row.types.includes(type)).map((type) => type.name);
                return (
                  <li key={row.channel} className={styles['channel']}>
                    <h2>
                      {name}
                      <StatusTag tone={row.isOn === 1 ? 'success' : 'neutral'}>
                        {text(row.isOn === 1 ? 'messaging.on' : 'messaging.off')}
                      </StatusTag>
                    </h2>
                    <p>{chosen.join(text('rights.comma')) || text('messaging.types_none')}</p>
                    <div className={styles['acts']}>
                      <Button aria-label={text('messaging.edit_named', { name })} onClick={() => setEdited(row)}>
                        {text('messaging.set')}
                      </Button>
                      <Button
                        aria-label={text('messaging.test_named', { name })}
                        loading={test.isPending && test.variables?.channel === row.channel}
                        onClick={() => test.mutate({ channel: row.channel })}
                      >
                        {text('messaging.test')}
                      </Button>
                    </div>
                  </li>
                );
              })}
            </ul>
            {edited && <ChannelDialog edited={edited} types={types} onClose={() => setEdited(null)} />}
          </>
        )}
      </PageState>
    </PageBody>
  );
}
