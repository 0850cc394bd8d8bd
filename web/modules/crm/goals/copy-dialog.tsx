import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable, sumsBelow, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { goalCalls, type GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { goalYears, sumOfYear } from '#shared/crm/goals/goal.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { GoalView } from './goal-address.ts';
import { draftMonths, shownAmount } from '#web/modules/crm/goals/draft/goal-draft.ts';
import styles from './goals.module.css';
import { grownGoals, readGrowth, type GrownGoal } from '#web/modules/crm/goals/draft/grown-goals.ts';
import type { DraftState } from '#web/modules/crm/goals/draft/use-goal-draft.ts';

interface CopyDialogProps {
  readonly view: GoalView & { readonly deptId: number };
  readonly rows: readonly GoalRow[];
  readonly state: DraftState;
  readonly onClose: () => void;
}

/** Takes the goals of the year before, with a growth in per cent, after a look at what they come to. */
export function CopyDialog({ view, rows, state, onClose }: CopyDialogProps) {
  const text = useText();
  const { year, type, status, deptId } = view;
  const [written, setWritten] = useState('10');
  const growth = readGrowth(written);
  const before = useQuery({
    ...callQuery(goalCalls.list, { year: year - 1, type, status, deptId }),
    enabled: year > goalYears.least,
  });
  const grown = growth === null ? [] : grownGoals(rows, before.data ?? [], growth);
  const take = () => {
    state.type(
      grown.flatMap(({ row, after }) => after.map((amount, month) => ({ objId: row.objId, month, text: amount }))),
    );
    onClose();
  };
  return (
    <Dialog
      open
      width={640}
      title={text('goal.copy_title', { from: year - 1, to: year })}
      okText={text('goal.copy_take', { count: grown.length })}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: grown.length === 0 }}
      onOk={take}
      onCancel={onClose}
    >
      <label className={styles['growth']}>
        {text('goal.growth')}
        <Input
          inputMode="decimal"
          maxLength={10}
          suffix="%"
          value={written}
          status={growth === null ? 'error' : ''}
          aria-invalid={growth === null}
          onChange={({ target }) => setWritten(target.value)}
        />
      </label>
      {growth === null && (
        <p role="alert" className={styles['wrong']}>
          {text('goal.growth_wrong')}
        </p>
      )}
      <PageState
        query={before}
        isEmpty={() => growth !== null && grown.length === 0}
        emptyText={text('goal.copy_none')}
      >
        {() => grown.length > 0 && <Grown grown={grown} state={state} year={year} />}
      </PageState>
    </Dialog>
  );
}

interface GrownProps {
  readonly grown: readonly GrownGoal[];
  readonly state: DraftState;
  readonly year: number;
}

function Grown({ grown, state, year }: GrownProps) {
  const text = useText();
  const rows = grown.map(({ row, before, after }) => ({
    objId: row.objId,
    name: row.name,
    before: sumOfYear(before),
    now: sumOfYear(draftMonths(state.draft, row)),
    after: sumOfYear(after),
  }));
  const figures = [
    { key: 'before', title: text('goal.of_year', { year: year - 1 }) },
    { key: 'now', title: text('goal.copy_now', { year }) },
    { key: 'after', title: text('goal.copy_new', { year }) },
  ] as const;
  const columns: TableColumnsType<(typeof rows)[number]> = [
    { key: 'name', title: text('goal.of'), dataIndex: 'name', rowScope: 'row' },
    ...figures.map(({ key, title }) => ({
      key,
      title,
      align: 'right' as const,
      render: (_value: unknown, row: (typeof rows)[number]) => shownAmount(row[key]),
    })),
  ];
  return (
    <PlainTable
      rowKey="objId"
      scroll={{ x: 'max-content', y: '50vh' }}
      dataSource={rows}
      columns={columns}
      summary={() =>
        sumsBelow(
          text('goal.total'),
          figures.map(({ key }) => shownAmount(sumOf(rows.map((row) => row[key])))),
        )
      }
    />
  );
}
