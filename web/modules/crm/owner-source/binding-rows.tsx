import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSources } from '#web/modules/crm/owner-source/use-sources.ts';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import type { Binding, BoundPerson } from '#shared/crm/owner-source/owner-source-calls.ts';
import styles from './owner-source.module.css';

interface RowActs {
  readonly edit: (row: Binding) => void;
  readonly remove: (rows: readonly Binding[]) => Promise<void>;
}

interface RowProps {
  readonly row: Binding;
  readonly acts: RowActs;
}

const tones = { current: 'success', future: 'primary', ended: 'neutral' } as const;

/** The columns of the list, with the acts on a row. */
export function useBindingColumns(acts: RowActs): (TableColumnType<Binding> & { width: number })[] {
  const text = useText();
  const { nameOf } = useSources();
  return [
    {
      key: 'agent',
      title: text('owner_source.agent_name'),
      width: 130,
      fixed: 'left',
      render: (_value, { agent }) => <PersonName person={agent} />,
    },
    {
      key: 'advisers',
      title: text('owner_source.advisers'),
      width: 200,
      render: (_value, { advisers }) => <People people={advisers} />,
    },
    {
      key: 'source',
      title: text('owner_source.source_name'),
      width: 110,
      ellipsis: true,
      render: (_value, { source }) => nameOf(source) || text('owner_source.any_source'),
    },
    {
      key: 'effective',
      title: text('owner_source.effective'),
      width: 110,
      render: (_value, { effectiveDate }) => <span className={styles['day']}>{effectiveDate}</span>,
    },
    {
      key: 'state',
      title: text('owner_source.state'),
      width: 190,
      render: (_value, row) => <State row={row} />,
    },
    {
      key: 'remark',
      title: text('owner_source.remark'),
      width: 140,
      ellipsis: true,
      render: (_value, { remark }) => remark || <Dash />,
    },
    {
      key: 'creator',
      title: text('owner_source.creator'),
      width: 100,
      ellipsis: true,
      render: (_value, { createUserName }) => createUserName || <Dash />,
    },
    {
      key: 'acts',
      title: text('owner_source.acts'),
      width: 110,
      fixed: 'right',
      render: (_value, row) => (
        <span className={styles['acts']}>
          <Button
            type="link"
            size="small"
            className={styles['edit'] ?? ''}
            aria-label={text('owner_source.edit_named', { name: row.agent.realname, day: row.effectiveDate })}
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

/** A person with the reason why the binding passes them over. */
function PersonName({ person: { realname, lack } }: { readonly person: BoundPerson }) {
  const text = useText();
  if (lack === '') return <>{realname}</>;
  return (
    <span className={styles['lacking']} title={text('owner_source.passed_over')}>
      {text(`owner_source.is_${lack}`, { name: realname })}
    </span>
  );
}

function People({ people }: { readonly people: readonly BoundPerson[] }) {
  const text = useText();
  return people.map((person, at) => (
    <span key={person.userId}>
      {at > 0 && text('rights.comma')}
      <PersonName person={person} />
    </span>
  ));
}

/** Whether it is in effect, and until when. */
function State({ row: { state, endDate } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return (
    <span className={styles['statement']}>
      <StatusTag tone={tones[state]}>{text(`owner_source.${state}`)}</StatusTag>
      {endDate !== '' && <small>{text('owner_source.until', { day: endDate })}</small>}
    </span>
  );
}

function Menu({ row, acts }: RowProps) {
  const text = useText();
  return (
    <MoreMenu
      label={text('owner_source.acts_named', { name: row.agent.realname, day: row.effectiveDate })}
      items={[{ key: 'delete', label: text('action.delete'), danger: true, onClick: () => void acts.remove([row]) }]}
    />
  );
}

/** A binding on a phone; the agent opens it. */
export function BindingCard({ row, acts }: RowProps) {
  const text = useText();
  const { nameOf } = useSources();
  return (
    <>
      <div className={styles['head']}>
        <Button
          type="text"
          className={styles['open'] ?? ''}
          aria-label={text('owner_source.edit_named', { name: row.agent.realname, day: row.effectiveDate })}
          onClick={() => acts.edit(row)}
        >
          <PersonName person={row.agent} />
        </Button>
        <Menu row={row} acts={acts} />
      </div>
      <p>
        {text('owner_source.advisers')}: <People people={row.advisers} />
      </p>
      <p>
        {nameOf(row.source) || text('owner_source.any_source')} · {row.effectiveDate}
      </p>
      <p>
        <State row={row} />
      </p>
      {row.remark !== '' && <p>{row.remark}</p>}
    </>
  );
}
