import { UnorderedListOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { ChartCard } from './chart-card.tsx';
import {
  allOpen,
  chartKinds,
  departmentChart,
  openFromTop,
  reportChart,
  type ChartKind,
  type ChartNode,
} from './chart-nodes.ts';
import styles from './org-chart.module.css';

interface OrgChartProps {
  readonly kind: ChartKind;
  readonly onKind: (kind: ChartKind) => void;
  /** Where it begins; null at the top. */
  readonly deptId: number | null;
  readonly onDepartment: (deptId: number) => void;
  readonly onPerson: (realname: string) => void;
  readonly onList: () => void;
}

/** The company drawn from left to right: departments below each other, or people below their superiors. */
export function OrgChart({ kind, onKind, deptId, onDepartment, onPerson, onList }: OrgChartProps) {
  const text = useText();
  const departments = useQuery(callQuery(departmentCalls.tree, {}));
  const people = useQuery(callQuery(userCalls.chart, {}));
  const company = departments.data && people.data && { departments: departments.data, people: people.data };
  return (
    <PageState query={{ ...(departments.error ? departments : people), data: company }} isEmpty={() => false}>
      {(all) => {
        const nodes =
          kind === 'departments' ? departmentChart(all, deptId) : reportChart(all, deptId, text('org_chart.alone'));
        return (
          <Chart
            // another beginning is another drawing
            key={`${kind} ${deptId}`}
            nodes={nodes}
            head={
              <>
                <Button icon={<UnorderedListOutlined aria-hidden />} onClick={onList}>
                  {text('org_chart.list')}
                </Button>
                <Segmented
                  value={kind}
                  options={chartKinds.map((value) => ({
                    value,
                    label: text(`org_chart.${value}`),
                  }))}
                  onChange={onKind}
                />
              </>
            }
            onDepartment={onDepartment}
            onPerson={onPerson}
          />
        );
      }}
    </PageState>
  );
}

interface ChartProps extends Pick<OrgChartProps, 'onDepartment' | 'onPerson'> {
  readonly nodes: readonly ChartNode[];
  readonly head: ReactNode;
}

function Chart({ nodes, head, ...acts }: ChartProps) {
  const text = useText();
  const [open, setOpen] = useState(() => openFromTop(nodes));
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <>
      <div className={styles['head']}>
        {head}
        <Button size="small" type="text" onClick={() => setOpen(allOpen(nodes))}>
          {text('org_chart.open_all')}
        </Button>
        <Button size="small" type="text" onClick={() => setOpen(new Set())}>
          {text('org_chart.fold_all')}
        </Button>
      </div>
      <div className={styles['chart']} role="region" aria-label={text('org_chart.title')} tabIndex={0}>
        <Branches nodes={nodes} open={open} onToggle={toggle} {...acts} />
      </div>
    </>
  );
}

interface BranchesProps extends Pick<OrgChartProps, 'onDepartment' | 'onPerson'> {
  readonly nodes: readonly ChartNode[];
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

function Branches({ nodes, ...rest }: BranchesProps) {
  const { open, onToggle, onDepartment, onPerson } = rest;
  return (
    <ul className={styles['level']}>
      {nodes.map((node) => (
        <li key={node.key}>
          <ChartCard
            node={node}
            isOpen={open.has(node.key)}
            onToggle={() => onToggle(node.key)}
            onDepartment={onDepartment}
            onPerson={onPerson}
          />
          {open.has(node.key) && node.children.length > 0 && <Branches nodes={node.children} {...rest} />}
        </li>
      ))}
    </ul>
  );
}
