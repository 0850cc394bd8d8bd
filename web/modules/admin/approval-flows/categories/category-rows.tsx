import { Button, Switch } from 'antd';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { stepsWords } from '#web/modules/admin/approval-flows/flow-words.ts';
import type { TableColumnType } from '#web/ui/plain-table.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { ApprovalCategory } from '#shared/oa/approval-categories/category-calls.ts';
import styles from './categories.module.css';

interface RowActs {
  readonly edit: (row: ApprovalCategory) => void;
  readonly design: (row: ApprovalCategory) => void;
  readonly toggle: (row: ApprovalCategory) => Promise<void>;
  readonly remove: (row: ApprovalCategory) => Promise<void>;
}

interface RowProps {
  readonly row: ApprovalCategory;
  readonly acts: RowActs;
}

type Row = ApprovalCategory & { readonly id: number };

const scopeWords = (text: Text, { userIds, deptIds }: ApprovalCategory): string =>
  [...userIds.map(({ realname }) => realname), ...deptIds.map(({ name }) => name)].join(text('record_action.comma')) ||
  text('approval_category.everybody');

/** The columns of the list, with the acts on a row. */
export function useCategoryColumns(acts: RowActs): (TableColumnType<Row> & { width: number })[] {
  const text = useText();
  return [
    {
      key: 'title',
      title: text('approval_category.title'),
      width: 180,
      fixed: 'left',
      render: (_value, row) => <Name row={row} />,
    },
    {
      key: 'flow',
      title: text('approval_category.flow'),
      width: 190,
      ellipsis: true,
      render: (_value, row) => stepsWords(text, row),
    },
    {
      key: 'scope',
      title: text('approval_category.scope'),
      width: 150,
      ellipsis: true,
      render: (_value, row) => scopeWords(text, row),
    },
    {
      key: 'remarks',
      title: text('approval_category.description'),
      width: 160,
      ellipsis: true,
      render: (_value, { remarks }) => remarks || <Dash />,
    },
    {
      key: 'updated',
      title: text('approval_category.updated'),
      width: 140,
      render: (_value, { updateTime }) => <Moment value={updateTime} />,
    },
    {
      key: 'status',
      title: text('approval_category.status'),
      width: 90,
      render: (_value, row) => <Status row={row} acts={acts} />,
    },
    {
      key: 'acts',
      title: text('approval_category.acts'),
      width: 200,
      fixed: 'right',
      render: (_value, row) => <Acts row={row} acts={acts} />,
    },
  ];
}

function Name({ row: { title, isSys } }: Pick<RowProps, 'row'>) {
  const text = useText();
  return (
    <span className={styles['name']}>
      {title}
      {isSys === 1 && <StatusTag tone="neutral">{text('approval_category.built_in_tag')}</StatusTag>}
    </span>
  );
}

function Status({ row, acts }: RowProps) {
  const text = useText();
  return (
    <Switch
      checked={row.status === 1}
      aria-label={text('approval_category.enabled_named', { name: row.title })}
      onChange={() => void acts.toggle(row)}
    />
  );
}

function Acts({ row, acts }: RowProps) {
  const text = useText();
  const name = row.title;
  return (
    <span className={styles['acts']}>
      {row.isSys === 0 && (
        <Button
          type="link"
          size="small"
          aria-label={text('approval_category.edit_form_named', { name })}
          onClick={() => acts.design(row)}
        >
          {text('approval_category.edit_form')}
        </Button>
      )}
      <Button
        type="link"
        size="small"
        aria-label={text('approval_category.edit_named', { name })}
        onClick={() => acts.edit(row)}
      >
        {text('action.edit')}
      </Button>
      {row.isSys === 0 && (
        <Button
          type="link"
          size="small"
          danger
          aria-label={text('approval_category.delete_named', { name })}
          onClick={() => void acts.remove(row)}
        >
          {text('action.delete')}
        </Button>
      )}
    </span>
  );
}

/** A category on a phone. */
export function CategoryCard({ row, acts }: RowProps) {
  const text = useText();
  return (
    <>
      <div className={styles['head']}>
        <Name row={row} />
        <Status row={row} acts={acts} />
      </div>
      <p>{stepsWords(text, row)}</p>
      <p>
        {text('approval_category.scope')} {scopeWords(text, row)}
      </p>
      {row.remarks !== '' && <p>{row.remarks}</p>}
      <Acts row={row} acts={acts} />
    </>
  );
}
