import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { UserRow } from '#shared/admin/user-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OfferedAction } from './staff-acts.ts';
import { StaffMenu } from './staff-menu.tsx';
import { StaffName } from './staff-name.tsx';
import { statusKey, statusTone } from './user-status.ts';
import styles from './staff-page.module.css';
import { Dash } from '#web/ui/values/dash.tsx';
import { PlainTable, type TableColumnType } from '#web/ui/plain-table.tsx';

export interface StaffRowsProps {
  readonly rows: readonly UserRow[];
  readonly actionsFor: (people: readonly UserRow[]) => OfferedAction[];
  /** Absent without the right. */
  readonly onEdit?: (userId: number) => void;
}

interface StaffTableProps extends StaffRowsProps {
  readonly isLoading: boolean;
  /** There are no rows yet. */
  readonly isPending?: boolean;
  /** Absent where no bulk action is allowed. */
  readonly selection?: { readonly ids: readonly number[]; readonly onChange: (ids: readonly number[]) => void };
}

const plain = (key: keyof UserRow, title: string, width: number): TableColumnType<UserRow> => ({
  key,
  title,
  width,
  ellipsis: true,
  render: (_value, row) => String(row[key]) || <Dash />,
});

/** The people of a page as a table; name and actions stay fixed when it scrolls sideways (ui "List template"). */
export function StaffTable({ rows, actionsFor, onEdit, isLoading, isPending = false, selection }: StaffTableProps) {
  const text = useText();
  const { user } = useSession();
  const hasActions = onEdit !== undefined || rows.some((row) => actionsFor([row]).length > 0);
  const columns: TableColumnType<UserRow>[] = [
    {
      key: 'name',
      title: text('person.realname'),
      width: 160,
      fixed: 'left',
      render: (_value, row) => <StaffName person={row} {...(onEdit && { onEdit })} />,
    },
    {
      key: 'status',
      title: text('staff.status'),
      width: 105,
      render: (_value, { status }) => <StatusTag tone={statusTone(status)}>{text(statusKey(status))}</StatusTag>,
    },
    plain('username', text('person.mobile'), 155),
    plain('deptName', text('person.dept'), 120),
    {
      key: 'roles',
      title: text('staff.roles'),
      width: 170,
      ellipsis: true,
      render: (_value, { roleName }) => roleName.replaceAll(',', text('staff.list_comma')) || <Dash />,
    },
    plain('post', text('person.post'), 110),
    plain('parentName', text('person.superior'), 110),
    {
      key: 'sex',
      title: text('person.sex'),
      width: 80,
      render: (_value, { sex }) => (sex === 0 ? <Dash /> : text(`person.sex_${sex}` as MessageKey)),
    },
    plain('email', text('person.email'), 200),
  ];
  if (hasActions) {
    columns.push({
      key: 'acts',
      title: text('staff.actions'),
      width: 100,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['rowActs']}>
          {onEdit && (
            <Button
              type="link"
              size="small"
              className={styles['edit'] ?? ''}
              aria-label={text('staff.edit_named', { name: row.realname })}
              onClick={() => onEdit(row.userId)}
            >
              {text('action.edit')}
            </Button>
          )}
          <StaffMenu person={row} acts={actionsFor([row])} />
        </span>
      ),
    });
  }
  return (
    <PlainTable<UserRow>
      isMain
      isPending={isPending}
      className={styles['table'] ?? ''}
      rowKey="userId"
      columns={columns}
      dataSource={[...rows]}
      loading={isLoading}
      scroll={{ x: 1350 }}
      sticky
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.onChange(keys.map(Number)),
          columnWidth: 40,
          fixed: true,
          getTitleCheckboxProps: () => ({ 'aria-label': text('list.select_all') }),
          getCheckboxProps: (row) => ({
            'aria-label': text('staff.select', { name: row.realname }),
            // people must not lock themselves out by selecting everybody
            disabled: row.userId === user.userId,
          }),
        },
      })}
    />
  );
}
