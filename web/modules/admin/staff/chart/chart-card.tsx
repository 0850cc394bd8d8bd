import { useText } from '#web/lib/i18n/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ChartNode } from './chart-nodes.ts';
import styles from './org-chart.module.css';

/** Heads of a department that are shown by name. */
const mostHeads = 2;

interface ChartCardProps {
  readonly node: ChartNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onDepartment: (deptId: number) => void;
  readonly onPerson: (realname: string) => void;
}

/** A department or a person of the chart, with the button that opens what is below. */
export function ChartCard({ node, isOpen, onToggle, onDepartment, onPerson }: ChartCardProps) {
  const text = useText();
  const { name, person, department, count, children } = node;
  const press = department ? () => onDepartment(department.deptId) : person ? () => onPerson(person.realname) : null;
  return (
    <div className={styles['card']}>
      {person && <Avatar name={person.realname} img={person.img} size={32} isDecorative />}
      <div className={styles['what']}>
        {press ? (
          <button type="button" className={styles['name']} title={name} onClick={press}>
            {name}
          </button>
        ) : (
          <span className={styles['name']} title={name}>
            {name}
          </span>
        )}
        <Beside node={node} />
      </div>
      {children.length > 0 && (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-label={text(isOpen ? 'department.fold' : 'department.open', { name })}
          onClick={onToggle}
        >
          {isOpen ? '−' : '+'}
          {!isOpen && <span>{count}</span>}
        </button>
      )}
    </div>
  );
}

function Beside({ node: { person, department, count } }: { readonly node: ChartNode }) {
  const text = useText();
  if (person) return <p title={person.post}>{person.post || text('org_chart.no_post')}</p>;
  const heads = department?.heads ?? [];
  const named = heads.slice(0, mostHeads).map(({ realname }) => realname);
  return (
    <p>
      {text('org_chart.count', { count })}
      {named.length > 0 && ` · ${text('org_chart.led_by', { names: named.join(text('org_chart.and')) })}`}
    </p>
  );
}
