import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { CourseMapRow } from '#shared/crm/course-map/course-map-calls.ts';
import styles from './course-map.module.css';

interface RowActs {
  readonly edit: (row: CourseMapRow) => void;
  readonly remove: (rows: readonly CourseMapRow[]) => Promise<void>;
}

interface RowProps {
  readonly row: CourseMapRow;
  readonly acts: RowActs;
}

/** The columns of the list, with the acts on a row. */
export function useCourseMapColumns(acts: RowActs): (TableColumnType<CourseMapRow> & { width: number })[] {
  const text = useText();
  const comma = text('rights.comma');
  return [
    { key: 'province', title: text('course_map.province'), width: 160, fixed: 'left', dataIndex: 'fullName' },
    {
      key: 'organisation',
      title: text('course_map.organisation'),
      width: 170,
      ellipsis: true,
      render: (_value, { promotionOrgName }) => promotionOrgName || <Dash />,
    },
    {
      key: 'people',
      title: text('course_map.people'),
      width: 280,
      ellipsis: true,
      render: (_value, { userNames }) => userNames.join(comma) || <Dash />,
    },
    {
      key: 'remark',
      title: text('course_map.remark'),
      width: 200,
      ellipsis: true,
      render: (_value, { remark }) => remark || <Dash />,
    },
    {
      key: 'updated',
      title: text('course_map.updated'),
      width: 150,
      render: (_value, { updateTime }) => <Moment value={updateTime} />,
    },
    {
      key: 'acts',
      title: text('course_map.acts'),
      width: 110,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            className={styles['edit'] ?? ''}
            aria-label={text('course_map.edit_named', { name: row.fullName })}
            onClick={() => acts.edit(row)}
          >
            {text('action.edit')}
          </Button>
          <Menu row={row} acts={acts} />
        </span>
      ),
    },
  ];
}

function Menu({ row, acts }: RowProps) {
  const text = useText();
  return (
    <MoreMenu
      label={text('course_map.acts_named', { name: row.fullName })}
      items={[{ key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) }]}
    />
  );
}

/** A row on a phone; the province opens it. */
export function CourseMapCard({ row, acts }: RowProps) {
  const text = useText();
  return (
    <>
      <div className={styles['head']}>
        <Button
          type="text"
          className={styles['open'] ?? ''}
          aria-label={text('course_map.edit_named', { name: row.fullName })}
          onClick={() => acts.edit(row)}
        >
          {row.fullName}
        </Button>
        <Menu row={row} acts={acts} />
      </div>
      <p>{row.promotionOrgName || <Dash />}</p>
      {row.userNames.length > 0 && <p>{row.userNames.join(text('rights.comma'))}</p>}
      {row.remark !== '' && <p>{row.remark}</p>}
      <p>
        <Moment value={row.updateTime} />
      </p>
    </>
  );
}
