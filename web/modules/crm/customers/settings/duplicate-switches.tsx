import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { duplicateCalls } from '#shared/crm/duplicate-calls.ts';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import styles from './settings.module.css';

const switches = [
  { key: 'customerDuplicateCheck', label: 'duplicates.switch_customer' },
  { key: 'leadsDuplicateCheck', label: 'duplicates.switch_leads' },
] as const;

/** Whether duplicate checks are enabled (R18.3). */
export function DuplicateSwitches() {
  const text = useText();
  const rules = useQuery(callQuery(customerSettingCalls.rules, {}));
  const turn = useAction(duplicateCalls.setSwitch, {
    refreshes: [customerSettingCalls.rules],
    onDone: () => toast.success(textOf('action.done')),
  });
  return (
    <>
      <p className={styles['hint']}>{text('duplicates.switch_hint')}</p>
      <PageState query={rules}>
        {({ customerDuplicateCheck, leadsDuplicateCheck }) => {
          const now = { customerDuplicateCheck, leadsDuplicateCheck };
          return (
            <div className={styles['switches']}>
              {switches.map(({ key, label }) => (
                <label key={key}>
                  <Switch
                    checked={now[key] === 1}
                    loading={turn.isPending}
                    onChange={(isOn) => turn.mutate({ ...now, [key]: isOn ? 1 : 0 })}
                  />
                  {text(label)}
                </label>
              ))}
            </div>
          );
        }}
      </PageState>
    </>
  );
}
