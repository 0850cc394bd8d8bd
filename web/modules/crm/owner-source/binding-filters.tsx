import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSources } from '#web/modules/crm/owner-source/use-sources.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { bindingStates } from '#shared/crm/owner-source/owner-source-calls.ts';
import styles from './owner-source.module.css';

interface BindingFiltersProps {
  readonly state: PlainListState<'search' | 'source' | 'state'>;
}

/** A part of the name of an agent or adviser, the source, and whether a binding is in effect. */
export function BindingFilters({ state: { filters, change } }: BindingFiltersProps) {
  const text = useText();
  const { options, isLoading } = useSources();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('owner_source.search')}
        value={filters.search}
        onSearch={(search) => change({ filters: { search } })}
      />
      <Select<string>
        className={styles['source'] ?? ''}
        aria-label={text('owner_source.source_name')}
        value={filters.source}
        loading={isLoading}
        options={[
          { value: '', label: text('owner_source.every_source') },
          { value: '*', label: text('owner_source.any_source') },
          ...options,
        ]}
        onChange={(source) => change({ filters: { source } })}
      />
      <Select<string>
        className={styles['state'] ?? ''}
        aria-label={text('owner_source.state')}
        value={filters.state}
        options={[
          { value: '', label: text('owner_source.any_state') },
          ...bindingStates.map((value) => ({ value, label: text(`owner_source.${value}`) })),
        ]}
        onChange={(state) => change({ filters: { state } })}
      />
    </>
  );
}
