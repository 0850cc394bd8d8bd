import { Button, Switch } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { groupRefreshes, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';

interface GroupRowsProps {
  readonly rows: readonly GroupRow[];
  readonly onEdit: (row: GroupRow) => void;
  readonly onCopy: (row: GroupRow) => void;
  /** Which fields its stages require. */
  readonly onSetUp: (row: GroupRow) => void;
  readonly onRemove: (row: GroupRow) => void;
}

const stagesOf = ({ statusList }: GroupRow): string =>
  statusList.map(({ name, rate }) => `${name} ${rate}%`).join(' → ');

export function GroupRows({ rows, ...handlers }: GroupRowsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const departmentsOf = ({ deptIds }: GroupRow) =>
    deptIds.map(({ name }) => name).join(text('rights.comma')) || text('stage_group.everybody');
  const nameOf = (row: GroupRow) => (
    <span className={styles['name']}>
      {row.name}
      {row.inUse === 1 && <StatusTag tone="primary">{text('stage_group.in_use')}</StatusTag>}
    </span>
  );
  if (isPhone)
    return (
      <ul className="boxes">
        {rows.map((row) => (
          <li key={row.typeId}>
            <strong>{nameOf(row)}</strong>
            <p>{stagesOf(row)}</p>
            <p>
              {text('stage_group.departments')}: {departmentsOf(row)}
            </p>
            <p>
              {row.createName} <Moment value={row.createTime} />
            </p>
            <Acts row={row} {...handlers} />
          </li>
        ))}
      </ul>
    );
  return (
    <PlainTable<GroupRow>
      rowKey="typeId"
      dataSource={[...rows]}
      columns={[
        { key: 'name', title: text('stage_group.name'), render: (_value, row) => nameOf(row) },
        {
          key: 'stages',
          title: text('stage_group.stages'),
          render: (_value, row) => <span className={styles['stages']}>{stagesOf(row)}</span>,
        },
        { key: 'depts', title: text('stage_group.departments'), render: (_value, row) => departmentsOf(row) },
        { key: 'time', title: text('record.create_time'), render: (_value, row) => <Moment value={row.createTime} /> },
        { key: 'maker', title: text('record.create_user_name'), render: (_value, row) => row.createName || <Dash /> },
        { key: 'acts', title: text('stage_group.actions'), render: (_value, row) => <Acts row={row} {...handlers} /> },
      ]}
    />
  );
}

interface ActsProps extends Omit<GroupRowsProps, 'rows'> {
  readonly row: GroupRow;
}

function Acts({ row, onEdit, onCopy, onSetUp, onRemove }: ActsProps) {
  const text = useText();
  const toggle = useAction(stageGroupCalls.setUp, { refreshes: groupRefreshes });
  const { name } = row;
  return (
    <span className={styles['acts']}>
      <label>
        <Switch
          size="small"
          title={text('stage_group.enabled')}
          aria-label={text('stage_group.enable', { name })}
          loading={toggle.isPending}
          checked={row.status === 1}
          onChange={(isOn) => toggle.mutate({ typeId: row.typeId, status: isOn ? 1 : 0 })}
        />
      </label>
      <Button
        type="link"
        size="small"
        aria-label={text(row.inUse === 1 ? 'stage_group.view' : 'stage_group.edit', { name })}
        onClick={() => onEdit(row)}
      >
        {text(row.inUse === 1 ? 'stage_group.look' : 'action.edit')}
      </Button>
      <MoreMenu
        label={text('stage_group.more', { name })}
        items={[
          { key: 'required', label: text('stage_group.required'), onClick: () => onSetUp(row) },
          { key: 'copy', label: text('stage_group.copy'), onClick: () => onCopy(row) },
          { key: 'delete', label: text('action.delete'), danger: true, onClick: () => onRemove(row) },
        ]}
      />
    </span>
  );
}
