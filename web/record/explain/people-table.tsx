import { Fragment, useState, type ReactNode } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import styles from '#web/record/explain/people-table.module.css';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Person } from '#web/ui/values/person.tsx';
import type { explainCalls } from '#shared/record/calls/explain-calls.ts';
import type { InputOf, OutputOf } from '#shared/wire/endpoint.ts';

type Call = typeof explainCalls.whoCan | typeof explainCalls.whoReads;
type RowOf<C extends Call> = OutputOf<C>['list'][number];

/** What is said of somebody: a column, on a phone a line. */
export interface Said<R> {
  readonly key: string;
  readonly title: string;
  readonly of: (row: R) => ReactNode;
}

interface PeopleTableProps<C extends Call> {
  readonly call: C;
  readonly input: Omit<InputOf<C>, 'page' | 'limit' | 'search'>;
  /** What is said of each, behind name, department and post. */
  readonly said: readonly Said<RowOf<C>>[];
  /** Said above them. */
  readonly heading?: (total: number) => ReactNode;
}

const perPage = 10;

/** The people who can do or read something, found by their names. */
export function PeopleTable<C extends Call>({ call, input, said, heading }: PeopleTableProps<C>) {
  const text = useText();
  const [search, setSearch] = useState('');
  const { query, pages } = usePages(call, { ...input, search } as unknown as InputOf<C>, perPage);
  const isPhone = useIsPhone();
  const columns: TableColumnsType<RowOf<C>> = [
    {
      key: 'name',
      title: text('person.realname'),
      render: (_value, { realname }) => <Person name={realname} img="" />,
    },
    { key: 'dept', title: text('person.dept'), render: (_value, { deptName }) => deptName || <Dash /> },
    { key: 'post', title: text('person.post'), render: (_value, { post }) => post || <Dash /> },
    ...said.map(({ key, title, of }) => ({ key, title, render: (_value: unknown, row: RowOf<C>) => of(row) })),
  ];
  const card = (row: RowOf<C>) => (
    <li key={row.userId}>
      <Person name={row.realname} img="" />
      <small>{[row.deptName, row.post].filter(Boolean).join(' · ')}</small>
      <dl>
        {said.map(({ key, title, of }) => (
          <Fragment key={key}>
            <dt>{title}</dt>
            <dd>{of(row)}</dd>
          </Fragment>
        ))}
      </dl>
    </li>
  );
  return (
    <>
      <SearchBox placeholder={text('explain.find_person')} value={search} onSearch={setSearch} />
      <PageState query={query} isEmpty={({ totalRow }) => totalRow === 0} emptyText={text('explain.nobody')}>
        {({ list, totalRow }) => (
          <>
            {heading?.(totalRow)}
            {isPhone ? (
              <ul className={styles['cards']}>{list.map(card)}</ul>
            ) : (
              <PlainTable<RowOf<C>> rowKey="userId" columns={columns} dataSource={[...list]} />
            )}
            <SmallPager {...pages} total={totalRow} />
          </>
        )}
      </PageState>
    </>
  );
}
