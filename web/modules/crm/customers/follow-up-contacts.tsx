import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import type { FollowUpContactsProps } from '#web/record/record-screen.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';

/** The contacts of a customer whom a follow-up is about; nothing where there are none. */
export function FollowUpContacts({ id, value, onChange }: FollowUpContactsProps) {
  const text = useText();
  const query = useQuery(callQuery(customerCalls.contacts, { customerId: id, pageType: 0 }));
  const list = Array.isArray(query.data) ? query.data : (query.data?.list ?? []);
  if (list.length === 0) return null;
  return (
    <TabLeaves>
      <Select<number[]>
        mode="multiple"
        maxTagCount="responsive"
        style={{ minWidth: 160, maxWidth: 280 }}
        optionFilterProp="label"
        aria-label={text('follow_up.contacts')}
        placeholder={text('follow_up.contacts')}
        value={[...value]}
        options={list.map(({ contactsId, name }) => ({ value: contactsId, label: name }))}
        onChange={onChange}
      />
    </TabLeaves>
  );
}
