import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useCardTypes } from '#web/modules/crm/business-cards/card-types.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import styles from './business-cards.module.css';

interface CardFiltersProps {
  readonly state: PlainListState<'name' | 'mobile' | 'type' | 'status'>;
}

/** Parts of name and number while they are typed, the type, and the state. */
export function CardFilters({ state: { filters, change } }: CardFiltersProps) {
  const text = useText();
  const { options, loading } = useCardTypes();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('business_card.search_name')}
        value={filters.name}
        onSearch={(name) => change({ filters: { name } })}
      />
      <SearchBox
        placeholder={text('business_card.search_mobile')}
        value={filters.mobile}
        onSearch={(mobile) => change({ filters: { mobile } })}
      />
      <Select<string>
        className={styles['type'] ?? ''}
        aria-label={text('business_card.type')}
        value={filters.type}
        loading={loading}
        options={[
          { value: '', label: text('business_card.any_type') },
          ...options.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        onChange={(type) => change({ filters: { type } })}
      />
      <Select<string>
        className={styles['status'] ?? ''}
        aria-label={text('business_card.status')}
        value={filters.status}
        options={[
          { value: '', label: text('business_card.any_status') },
          { value: '1', label: text('business_card.enabled') },
          { value: '0', label: text('business_card.disabled') },
        ]}
        onChange={(status) => change({ filters: { status } })}
      />
    </>
  );
}
