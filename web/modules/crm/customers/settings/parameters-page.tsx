import { useSearchParams } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { CompanyRegistry } from './company-registry.tsx';
import { CustomerLimits } from './customer-limits.tsx';
import { DuplicateSwitches } from './duplicate-switches.tsx';
import { FollowUpCategories } from './follow-up-categories.tsx';
import { HelpVideos } from './help-videos.tsx';
import { limitKinds } from './limit-kinds.ts';
import styles from './settings.module.css';

/** Settings on the page whose changes are kept. */
const kinds = ['duplicate_check', 'follow_up_categories', 'contract_expiry', 'help_video'];

/**
 * /manager/system-customer/biz-param: limits of customers, the duplicate check, the company registry, kinds of
 * follow-up and help videos.
 */
export function ParametersPage() {
  const text = useText();
  const [params, setParams] = useSearchParams();
  const tabs = [
    ...limitKinds.map((kind) => ({
      key: kind.tab,
      label: text(kind.title),
      children: <CustomerLimits kind={kind} />,
    })),
    { key: 'duplicates', label: text('duplicates.switch'), children: <DuplicateSwitches /> },
    { key: 'registry', label: text('enterprise.registry'), children: <CompanyRegistry /> },
    { key: 'follow-up', label: text('follow_up.categories'), children: <FollowUpCategories /> },
    { key: 'help-video', label: text('help_video.section'), children: <HelpVideos /> },
  ];
  const chosen = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  return (
    <Page title={text('page.parameters')} acts={<ChangeHistory kinds={kinds} />}>
      <PageBody>
        <Tabs
          className={styles['tabs'] ?? ''}
          activeKey={chosen?.key ?? ''}
          destroyOnHidden
          items={tabs}
          onChange={(tab) => setParams({ tab }, { replace: true })}
        />
      </PageBody>
    </Page>
  );
}
