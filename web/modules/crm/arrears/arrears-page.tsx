import { Button, Select } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { ArrearsRows } from '#web/modules/crm/arrears/arrears-rows.tsx';
import { downloadArrears } from '#web/modules/crm/arrears/download-arrears.ts';
import { useChanges } from '#web/record/list/use-live.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { arrearsCalls, arrearsStatuses } from '#shared/crm/arrears/arrears-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from './arrears.module.css';

const perPage = 15;
const ageGroups = [1, 2, 3, 4] as const;

/** /crm/arrearage: open arrears by their age, and those that have ended. */
export function ArrearsPage() {
  const text = useText();
  const may = useMay();
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<number>(arrearsStatuses.open);
  const [age, setAge] = useState<number | null>(null);
  // they follow from receivables that others approve or discard
  useChanges([receivableType.name], (path) => path === arrearsCalls.list.path);
  const filter = { status, ...(search === '' ? {} : { search }) };
  const { query, pages } = usePages(arrearsCalls.list, { ...filter, ...(age === null ? {} : { age }) }, perPage);
  const all = usePages(arrearsCalls.list, filter, perPage).query.data?.ageing ?? [];
  return (
    <Page
      title={text('page.arrears')}
      acts={
        may('crm:arrear:excelexport') && (
          <Button onClick={() => void downloadArrears({ ...filter, ...(age === null ? {} : { age }) })}>
            {text('arrears.export')}
          </Button>
        )
      }
    >
      <PageBody>
        <div className={styles['bar']}>
          <SearchBox placeholder={text('arrears.search')} value={search} onSearch={setSearch} />
          <Select<number>
            value={status}
            aria-label={text('arrears.status')}
            options={Object.values(arrearsStatuses).map((value) => ({ value, label: text(`arrears.status.${value}`) }))}
            onChange={setStatus}
          />
        </div>
        <ul className={styles['ages']} aria-label={text('arrears.ageing')}>
          {ageGroups.map((group) => (
            <li key={group}>
              <button type="button" aria-pressed={age === group} onClick={() => setAge(age === group ? null : group)}>
                <span>{text(`arrears.age.${group}`)}</span>
                <strong>{withSeparators(all.find((one) => one.age === group)?.money ?? '0.00')}</strong>
              </button>
            </li>
          ))}
        </ul>
        <PageState
          query={query}
          skeleton={<ArrearsRows isPending rows={[]} />}
          isEmpty={({ list }) => list.length === 0}
        >
          {({ list, totalRow }) => (
            <>
              <ArrearsRows rows={list} />
              <SmallPager {...pages} className={styles['pages']} total={totalRow} />
            </>
          )}
        </PageState>
      </PageBody>
    </Page>
  );
}
