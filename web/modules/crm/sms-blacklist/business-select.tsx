import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import { smsBlacklistCalls } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import type { SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';

/** The kinds of messages that can be blocked, as options. */
export function useBusinesses() {
  const { data = [], isFetching } = useQuery({ ...callQuery(smsBlacklistCalls.businesses, {}), staleTime: 600_000 });
  return {
    options: data.map(({ businessKey, businessName }) => ({ value: businessKey, label: businessName })),
    loading: isFetching,
  };
}

/** What a form item passes to its input. */
interface BusinessSelectProps {
  readonly id?: string;
  readonly value?: SmsBusinessKey[];
  readonly onChange?: (value: SmsBusinessKey[]) => void;
}

/** Any number of kinds of messages. */
export function BusinessSelect({ value = [], ...rest }: BusinessSelectProps) {
  const text = useText();
  return (
    <TabLeaves>
      <Select<SmsBusinessKey[]>
        {...rest}
        {...useBusinesses()}
        mode="multiple"
        value={value}
        placeholder={text('sms_blacklist.all')}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </TabLeaves>
  );
}
