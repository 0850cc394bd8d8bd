import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Page } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { PoolForecast } from './forecast.tsx';
import { triedOf, type RuleValues } from './rule-values.ts';
import { PoolRulesForm } from './rules-form.tsx';
import styles from './pool-rules.module.css';

/** /manager/system-customer/customer: when customers return to the pool, and which ones would (R16.4). */
export function PoolRulesPage() {
  const text = useText();
  const may = useMay();
  const [tried, setTried] = useState<RuleValues | null>(null);
  const [takenBack, setTakenBack] = useState(0);
  const handleTakenBack = () => {
    // a form begun anew shows what holds now, and nothing that was entered on what held before
    setTakenBack((times) => times + 1);
    setTried(null);
  };
  const rules = useQuery(callQuery(customerSettingCalls.rules, {}));
  return (
    <Page
      title={text('pool_rules.title')}
      acts={<ChangeHistory kinds={['customer_pool']} onTakenBack={handleTakenBack} />}
    >
      <div className={styles['columns']}>
        <div className={styles['ruled']}>
          <PageState query={rules}>
            {(given) => <PoolRulesForm key={takenBack} given={given} onTry={setTried} />}
          </PageState>
        </div>
        {rules.data && may(permissionOf(customerType, 'index')) && (
          <aside className={styles['effect']}>
            <PoolForecast saved={rules.data} tried={tried && triedOf(tried)} isOff={tried?.isOn === false} />
          </aside>
        )}
      </div>
    </Page>
  );
}
