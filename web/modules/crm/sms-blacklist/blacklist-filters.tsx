import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useBusinesses } from '#web/modules/crm/sms-blacklist/business-select.tsx';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import styles from './sms-blacklist.module.css';

interface BlacklistFiltersProps {
  readonly state: PlainListState<'phone' | 'businessKey' | 'enableFlag'>;
}

/** A part of the number while it is typed, what is blocked, and the state. */
export function BlacklistFilters({ state: { filters, change } }: BlacklistFiltersProps) {
  const text = useText();
  const { options, loading } = useBusinesses();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('sms_blacklist.search')}
        value={filters.phone}
        onSearch={(phone) => change({ filters: { phone } })}
      />
      <Select<string>
        className={styles['business'] ?? ''}
        aria-label={text('sms_blacklist.businesses')}
        value={filters.businessKey}
        loading={loading}
        options={[{ value: '', label: text('sms_blacklist.any_business') }, ...options]}
        onChange={(businessKey) => change({ filters: { businessKey } })}
      />
      <Select<string>
        className={styles['status'] ?? ''}
        aria-label={text('sms_blacklist.status')}
        value={filters.enableFlag}
        options={[
          { value: '', label: text('sms_blacklist.any_status') },
          { value: '1', label: text('sms_blacklist.enabled') },
          { value: '0', label: text('sms_blacklist.disabled') },
        ]}
        onChange={(enableFlag) => change({ filters: { enableFlag } })}
      />
    </>
  );
}
