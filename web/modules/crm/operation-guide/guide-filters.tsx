import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { guideModules } from '#shared/crm/operation-guide/guide-calls.ts';
import styles from './operation-guide.module.css';

interface GuideFiltersProps {
  readonly state: PlainListState<'search' | 'module' | 'status'>;
}

/** Part of a title or tag while it is typed, the module, and the state. */
export function GuideFilters({ state: { filters, change } }: GuideFiltersProps) {
  const text = useText();
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('guide.search')}
        value={filters.search}
        onSearch={(search) => change({ filters: { search } })}
      />
      <Select<string>
        className={styles['module'] ?? ''}
        aria-label={text('guide.module')}
        value={filters.module}
        options={[
          { value: '', label: text('guide.any_module') },
          ...guideModules.map((code) => ({ value: String(code), label: text(`guide.module_${code}`) })),
        ]}
        onChange={(module) => change({ filters: { module } })}
      />
      <Select<string>
        className={styles['status'] ?? ''}
        aria-label={text('guide.status')}
        value={filters.status}
        options={[
          { value: '', label: text('guide.any_status') },
          { value: '1', label: text('guide.shown') },
          { value: '0', label: text('guide.hidden') },
        ]}
        onChange={(status) => change({ filters: { status } })}
      />
    </>
  );
}
