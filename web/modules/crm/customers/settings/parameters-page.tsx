import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { CustomerLimits } from './customer-limits.tsx';
import { limitKinds } from './limit-kinds.ts';
import styles from './settings.module.css';

/** /manager/system-customer/biz-param: how many customers somebody may own, and how many of them lock (reference crm §10). */
export function ParametersPage() {
  const text = useText();
  const [params, setParams] = useSearchParams();
  const [first] = limitKinds;
  const chosen = limitKinds.find(({ tab }) => tab === params.get('tab')) ?? first;
  return (
    <section className={styles['page']}>
      <h1>{text('page.parameters')}</h1>
      <div className={styles['card']}>
        <Tabs
          className={styles['tabs'] ?? ''}
          activeKey={chosen.tab}
          destroyOnHidden
          items={limitKinds.map((kind) => ({
            key: kind.tab,
            label: text(kind.title),
            children: <CustomerLimits kind={kind} />,
          }))}
          onChange={(tab) => setParams({ tab }, { replace: true })}
        />
      </div>
    </section>
  );
}
