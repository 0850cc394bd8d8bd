import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import styles from './lead-sources.module.css';

interface SourceFiltersProps {
  readonly state: PlainListState<'search' | 'kind' | 'status'>;
}

/** A text in the row, how leads come, and whether it is on. */
export function SourceFilters({ state: { filters, change } }: SourceFiltersProps) {
  const text = useText();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('lead_source.search')}
        value={filters.search}
        onSearch={(search) => change({ filters: { search: search.slice(0, 50) } })}
      />
      <Select<string>
        className={styles['filter'] ?? ''}
        aria-label={text('lead_source.kind')}
        value={filters.kind}
        options={[
          { value: '', label: text('lead_source.any_kind') },
          { value: '1', label: text('lead_source.kind_1') },
          { value: '2', label: text('lead_source.kind_2') },
          { value: '3', label: text('lead_source.kind_3') },
        ]}
        onChange={(kind) => change({ filters: { kind } })}
      />
      <Select<string>
        className={styles['filter'] ?? ''}
        aria-label={text('lead_source.status')}
        value={filters.status}
        options={[
          { value: '', label: text('lead_source.any_status') },
          { value: '1', label: text('lead_source.on') },
          { value: '0', label: text('lead_source.off') },
        ]}
        onChange={(status) => change({ filters: { status } })}
      />
    </>
  );
}
