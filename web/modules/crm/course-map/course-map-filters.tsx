import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { placeCalls, provincesPerPage } from '#shared/platform/place-calls.ts';
import styles from './course-map.module.css';

interface CourseMapFiltersProps {
  readonly state: PlainListState<'search' | 'region'>;
}

/** A text in the row, and a province. */
export function CourseMapFilters({ state: { filters, change } }: CourseMapFiltersProps) {
  const text = useText();
  // all of them are one page
  const provinces = useQuery(callQuery(placeCalls.provinces, { curpage: 1, pagesize: provincesPerPage }));
  const options = provinces.data?.list.map(({ regionCode, fullName }) => ({ value: regionCode, label: fullName }));
  return (
    <>
      <SearchBox
        isMain
        placeholder={text('course_map.search')}
        value={filters.search}
        onSearch={(search) => change({ filters: { search: search.slice(0, 50) } })}
      />
      <Select<string>
        className={styles['province'] ?? ''}
        aria-label={text('course_map.province')}
        value={filters.region}
        loading={provinces.isFetching}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: '', label: text('course_map.any_province') }, ...(options ?? [])]}
        onChange={(region) => change({ filters: { region } })}
      />
    </>
  );
}
