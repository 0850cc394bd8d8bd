import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { askedOf } from '#web/modules/crm/duplicates/asked.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import {
  kindOf,
  duplicatesQuery,
  viewPage,
  type KindKey,
  type Duplicate,
} from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import styles from '#web/modules/crm/duplicates/duplicates.module.css';
import { mostCountedDuplicates } from '#shared/record/duplicates.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';

interface RowsProps {
  readonly kindKey: KindKey;
  readonly typed: string;
  /** The record whose form started the check. */
  readonly except?: number | undefined;
  /** Absent where an open form must not be lost: rows then open in a new tab. */
  readonly onOpen?: () => void;
}

/** Existing records; a row opens its record in the list (R18.4). */
export function DuplicateRows({ kindKey, typed, except, onOpen }: RowsProps) {
  const text = useText();
  const query = useQuery({
    ...duplicatesQuery(kindKey, askedOf(typed)),
    select: ({ rows, more }) => ({ rows: rows.filter(({ id }) => id !== except), more }),
  });
  const { typeName, hasMobile, label } = kindOf(kindKey);
  const isPhone = useIsPhone();
  const ownerOf = ({ ownerUserName }: Duplicate) => ownerUserName || text('duplicates.nobody');
  const columns: TableColumnsType<Duplicate> = [
    {
      title: text(label),
      key: 'name',
      render: (_value, duplicate) => (
        <>
          {duplicate.mayRead === 1 ? (
            <Link
              to={recordPath(typeName, duplicate.id) ?? '.'}
              {...(onOpen ? { onClick: onOpen } : { target: '_blank' })}
            >
              {duplicate.name}
            </Link>
          ) : (
            <>
              {duplicate.name}
              {duplicate.ownerUserName !== '' && <div className={styles['below']}>{text('duplicates.not_yours')}</div>}
            </>
          )}
          {isPhone && (
            <div className={styles['below']}>
              {[ownerOf(duplicate), duplicate.mobile].filter((part) => part !== '').join(' · ')}
            </div>
          )}
        </>
      ),
    },
    ...(hasMobile ? [{ title: text('duplicates.mobile'), key: 'mobile', dataIndex: 'mobile', width: 140 }] : []),
    {
      title: text('duplicates.owner'),
      key: 'owner',
      width: 120,
      render: (_value, duplicate) => ownerOf(duplicate),
    },
  ];
  return (
    <PageState query={query} isEmpty={({ rows }) => rows.length === 0} emptyText={text('duplicates.none')}>
      {({ rows, more }) => (
        <>
          <PlainTable<Duplicate>
            rowKey="id"
            // what distinguishes records is shown below their names where there is no space next to them
            columns={isPhone ? columns.slice(0, 1) : columns}
            {...(isPhone && { showHeader: false })}
            dataSource={[...rows]}
            pagination={{ pageSize: viewPage, hideOnSinglePage: true }}
            {...(!isPhone && { scroll: { x: 'max-content' } })}
          />
          {more > 0 && (
            <p role="status" className={styles['more']}>
              {text(more < mostCountedDuplicates ? 'duplicates.more' : 'duplicates.more_many', { count: more })}
            </p>
          )}
        </>
      )}
    </PageState>
  );
}
