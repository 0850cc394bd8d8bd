import { useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { ChannelsTab } from '#web/modules/crm/messaging-services/channels-tab.tsx';
import { RegistryTab } from '#web/modules/crm/messaging-services/registry-tab.tsx';
import { SentTab } from '#web/modules/crm/messaging-services/sent-tab.tsx';
import { UsesTab } from '#web/modules/crm/messaging-services/uses-tab.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import styles from './messaging.module.css';

const tabs = { channels: ChannelsTab, sent: SentTab, registry: RegistryTab, uses: UsesTab } as const;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

/** /manager/CorporateMessagingServices: by what messages leave, what has left, and who tells about companies. */
export function MessagingPage() {
  const text = useText();
  const [params, change] = useAddress();
  const shown = names.find((name) => name === params.get('tab')) ?? 'channels';
  const Shown = tabs[shown];
  return (
    <Page title={text('page.messaging')} acts={<ChangeHistory kinds={['message_channel', 'company_registry']} />}>
      <div className={styles['tabs']}>
        <Tabs
          activeKey={shown}
          items={names.map((key) => ({ key, label: text(`messaging.tab_${key}`) }))}
          onChange={(tab) => change(() => new URLSearchParams({ tab }), { replace: true })}
        />
      </div>
      <Shown key={shown} />
    </Page>
  );
}
