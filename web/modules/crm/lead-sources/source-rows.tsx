import { Button, Switch } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { kindWord } from '#web/modules/crm/lead-sources/source-words.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { LeadSourceRow } from '#shared/crm/lead-sources/lead-source-calls.ts';
import styles from './lead-sources.module.css';

interface RowActs {
  readonly edit: (row: LeadSourceRow) => void;
  readonly setStatus: (rows: readonly LeadSourceRow[], status: 0 | 1) => void;
  readonly remove: (rows: readonly LeadSourceRow[]) => Promise<void>;
}

interface RowProps {
  readonly row: LeadSourceRow;
  readonly acts: RowActs;
}

/** The columns of the list, with the acts on a row. */
export function useSourceColumns(acts: RowActs): (TableColumnType<LeadSourceRow> & { width: number })[] {
  const text = useText();
  return [
    { key: 'name', title: text('lead_source.name'), width: 170, fixed: 'left', ellipsis: true, dataIndex: 'label' },
    {
      key: 'code',
      title: text('lead_source.code'),
      width: 110,
      ellipsis: true,
      render: (_value, { code }) => code || <Dash />,
    },
    {
      key: 'kind',
      title: text('lead_source.kind'),
      width: 120,
      render: (_value, { kind }) => text(kindWord(kind)),
    },
    {
      key: 'status',
      title: text('lead_source.status'),
      width: 80,
      render: (_value, row) => <Status row={row} acts={acts} />,
    },
    { key: 'leads', title: text('lead_source.leads'), width: 90, align: 'right', dataIndex: 'leadsCount' },
    {
      key: 'rules',
      title: text('lead_source.rules'),
      width: 100,
      render: (_value, { ruleCount }) =>
        ruleCount > 0 ? text('lead_source.rule_count', { count: ruleCount }) : <Dash />,
    },
    {
      key: 'remark',
      title: text('lead_source.remark'),
      width: 170,
      ellipsis: true,
      render: (_value, { remark }) => remark || <Dash />,
    },
    {
      key: 'creator',
      title: text('lead_source.creator'),
      width: 110,
      ellipsis: true,
      render: (_value, { createUserName }) => createUserName || <Dash />,
    },
    {
      key: 'created',
      title: text('lead_source.created'),
      width: 150,
      render: (_value, { createTime }) => <Moment value={createTime} />,
    },
    {
      key: 'acts',
      title: text('lead_source.acts'),
      width: 110,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            className={styles['edit'] ?? ''}
            aria-label={text('lead_source.edit_named', { name: row.label })}
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

function Status({ row, acts }: RowProps) {
  const text = useText();
  return (
    <Switch
      aria-label={text('lead_source.switch_of', { name: row.label })}
      checked={row.status === 1}
      onChange={(isOn) => acts.setStatus([row], isOn ? 1 : 0)}
    />
  );
}

function Menu({ row, acts }: RowProps) {
  const text = useText();
  return (
    <MoreMenu
      label={text('lead_source.acts_named', { name: row.label })}
      items={[{ key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) }]}
    />
  );
}

/** A source on a phone; its name opens it. */
export function SourceCard({ row, acts }: RowProps) {
  const text = useText();
  return (
    <>
      <div className={styles['head']}>
        <Button
          type="text"
          className={styles['open'] ?? ''}
          aria-label={text('lead_source.edit_named', { name: row.label })}
          onClick={() => acts.edit(row)}
        >
          {row.label}
        </Button>
        <span className={styles['target']}>
          <Status row={row} acts={acts} />
        </span>
        <Menu row={row} acts={acts} />
      </div>
      <p>
        {text(kindWord(row.kind))} · {text('lead_source.leads')} {row.leadsCount}
      </p>
      {row.remark !== '' && <p>{row.remark}</p>}
    </>
  );
}
