import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { departmentsBelow, pathTo } from '#web/record/inputs/department-path.ts';
import { CarriedName } from '#web/ui/order/carried-name.tsx';
import { useCarry } from '#web/ui/order/use-carry.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { departmentCalls, type DepartmentNode } from '#shared/admin/department-calls.ts';
import { DepartmentDialog, type DepartmentDraft } from './department-dialog.tsx';
import { DepartmentEntry } from './department-entry.tsx';
import { useDepartmentMove } from './move/use-department-move.ts';
import { openAtFirst, shownDepartments } from './shown-departments.ts';
import { useStaffRights } from './staff-rights.ts';
import styles from './department-tree.module.css';

interface DepartmentTreeProps {
  /** Null for everybody. */
  readonly chosen: number | null;
  readonly onChoose: (deptId: number | null) => void;
}

/** The departments of the company: select one, search, and with the rights add, change, drag and delete them. */
export function DepartmentTree(props: DepartmentTreeProps) {
  const text = useText();
  const { mayAddDept } = useStaffRights();
  const [search, setSearch] = useState('');
  const [draft, setDraft] = useState<DepartmentDraft | null>(null);
  const query = useQuery(callQuery(departmentCalls.tree, {}));
  const chosenNode = query.data?.find(({ id }) => id === props.chosen);
  return (
    <nav className={styles['panel']} aria-label={text('department.title')}>
      <div className={styles['head']}>
        <h2>{text('department.title')}</h2>
        {mayAddDept && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined aria-hidden />}
            aria-label={text('department.new')}
            onClick={() => setDraft({ ...(chosenNode && { parent: chosenNode }) })}
          >
            {text('action.create')}
          </Button>
        )}
      </div>
      <Input
        allowClear
        value={search}
        maxLength={50}
        placeholder={text('department.search')}
        aria-label={text('department.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <PageState query={query} isEmpty={() => false}>
        {(all) => <Departments {...props} all={all} search={search} onDraft={setDraft} />}
      </PageState>
      {draft && <DepartmentDialog draft={draft} onClose={() => setDraft(null)} onAdded={props.onChoose} />}
    </nav>
  );
}

/** Milliseconds over a folded department until it opens for what is dragged. */
const openTime = 700;

interface DepartmentsProps extends DepartmentTreeProps {
  readonly all: readonly DepartmentNode[];
  readonly search: string;
  readonly onDraft: (draft: DepartmentDraft) => void;
}

function Departments({ all, search, chosen, onChoose, onDraft }: DepartmentsProps) {
  const text = useText();
  const [open, setOpen] = useState(() => openAtFirst(all, chosen));
  const [revealed, setRevealed] = useState(chosen);
  const path = pathTo(all, chosen ?? 0);
  // a new one is selected before the tree contains it
  if (chosen !== revealed && (chosen === null || path.length > 0)) {
    setRevealed(chosen);
    setOpen(new Set([...open, ...path.slice(0, -1).map(({ id }) => id)]));
  }
  const { mayEditDept } = useStaffRights();
  const move = useDepartmentMove(all, (parent) =>
    setOpen((before) => new Set([...before, ...pathTo(all, parent).map(({ id }) => id)])),
  );
  const carry = useCarry({ isOn: mayEditDept && !move.isPending, onDrop: move.moveTo });
  const { area, carried } = carry;
  const over = carried?.over ?? null;
  useEffect(() => {
    if (over === null) return;
    const timer = setTimeout(() => setOpen((before) => new Set([...before, over])), openTime);
    return () => clearTimeout(timer);
  }, [over]);
  const isSearch = search.trim() !== '';
  const shown = shownDepartments(all, search);
  const handleToggle = (id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));

  const branch = (pid: number, level: number) => (
    <ul>
      {departmentsBelow(shown, pid).map((node) => {
        const hasBelow = departmentsBelow(shown, node.id).length > 0;
        const isOpen = hasBelow && (isSearch || open.has(node.id));
        return (
          <li key={node.id}>
            <DepartmentEntry
              node={node}
              all={all}
              level={level}
              isChosen={node.id === chosen}
              isOpen={hasBelow ? isOpen : null}
              onToggle={() => handleToggle(node.id)}
              onChoose={onChoose}
              onDraft={onDraft}
              carry={carry}
            />
            {isOpen && branch(node.id, level + 1)}
          </li>
        );
      })}
    </ul>
  );
  return (
    <div
      ref={area}
      className={styles['tree']}
      data-movable={mayEditDept || undefined}
      data-carrying={carried !== null || undefined}
    >
      <button
        type="button"
        className={styles['all']}
        aria-current={chosen === null ? 'true' : undefined}
        onClick={() => onChoose(null)}
        // what is dropped here has nothing above it
        {...carry.targetProps(0)}
      >
        {text('department.all')}
      </button>
      {shown.length === 0 ? <p className={styles['none']}>{text('state.empty')}</p> : branch(0, 0)}
      {carried && <CarriedName carried={carried} name={all.find(({ id }) => id === carried.id)?.name ?? ''} />}
    </div>
  );
}
