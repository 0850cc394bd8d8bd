import { Alert, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { FilterBar } from '#web/record/filter/filter-bar.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RuleValues } from './rule-values.ts';
import styles from './pool-rules.module.css';

interface RuleScopeProps {
  readonly values: RuleValues;
  /** Date fields of customers. */
  readonly clocks: readonly { readonly fieldName: string; readonly name: string }[];
  readonly onChange: (part: Partial<Pick<RuleValues, 'data' | 'clock'>>) => void;
}

/** Whom the rules apply to, by any field of customers, and from which day days without a deal count. */
export function RuleScope({ values, clocks, onChange }: RuleScopeProps) {
  const text = useText();
  // conditions are those of the list
  const mayFilter = useMay()(permissionOf(customerType, 'index'));
  return (
    <section className={styles['set']}>
      {values.isPartly && <Alert type="warning" showIcon title={text('pool_rules.partly')} />}
      {mayFilter && (
        <>
          <h2>{text('pool_rules.applies')}</h2>
          <p>{text('pool_rules.applies_hint')}</p>
          <div role="group" aria-label={text('pool_rules.applies')} className={styles['scope']}>
            {values.data.length === 0 && !values.isPartly && <span>{text('pool_rules.all')}</span>}
            <FilterBar
              isInDialog
              screen={customerScreen}
              filters={values.data}
              onChange={(data) => onChange({ data })}
            />
          </div>
        </>
      )}
      <div className={styles['asks']}>
        <label className={styles['clock']}>
          <span>
            <span>{text('pool_rules.clock')}</span>
            <small>{text('pool_rules.clock_hint')}</small>
          </span>
          <Select
            aria-label={text('pool_rules.clock')}
            value={values.clock}
            options={[
              { value: '', label: text('pool_rules.owned') },
              ...clocks.map(({ fieldName, name }) => ({ value: fieldName, label: name })),
            ]}
            onChange={(clock) => onChange({ clock })}
          />
        </label>
      </div>
    </section>
  );
}
