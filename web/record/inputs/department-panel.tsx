import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/inputs/inputs.module.css';
import {
  departmentsBelow,
  findDepartments,
  pathTo,
  type DepartmentChoice,
} from '#web/record/inputs/department-path.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { departmentCalls } from '#shared/admin/department-calls.ts';

interface DepartmentPanelProps {
  readonly chosen: readonly DepartmentChoice[];
  readonly onToggle: (choice: DepartmentChoice) => void;
}

/** The popup of the input: search, breadcrumb, and the departments of one level. */
export function DepartmentPanel({ chosen, onToggle }: DepartmentPanelProps) {
  const text = useText();
  const [search, setSearch] = useState('');
  const [parent, setParent] = useState(0);
  const query = useQuery({ ...callQuery(departmentCalls.tree, {}), staleTime: 60_000 });
  const departments = query.data ?? [];
  const isSearch = search.trim() !== '';
  return (
    <div className={styles['panel']} role="dialog" aria-label={text('widget.choose_dept')}>
      <Input
        allowClear
        autoFocus
        value={search}
        maxLength={50}
        placeholder={text('widget.search_dept')}
        aria-label={text('widget.search_dept')}
        onChange={(event) => setSearch(event.target.value)}
      />
      {!isSearch && (
        <nav aria-label={text('widget.dept_path')}>
          <ol className={styles['path']}>
            <li>
              <Button type="link" size="small" onClick={() => setParent(0)}>
                {text('widget.all_depts')}
              </Button>
            </li>
            {pathTo(departments, parent).map(({ id, name }) => (
              <li key={id}>
                <Button
                  type="link"
                  size="small"
                  aria-current={id === parent ? 'location' : undefined}
                  onClick={() => setParent(id)}
                >
                  {name}
                </Button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <PageState query={query} isEmpty={() => false}>
        {(all) => {
          const shown = isSearch ? findDepartments(all, search) : departmentsBelow(all, parent);
          if (shown.length === 0) return <p className={styles['place']}>{text('state.empty')}</p>;
          return (
            <ul className={styles['rows']}>
              {shown.map(({ id, name }) => (
                <li key={id}>
                  <Checkbox
                    className={styles['row'] ?? ''}
                    checked={chosen.some(({ deptId }) => deptId === id)}
                    onChange={() => onToggle({ deptId: id, name })}
                  >
                    {name}
                    {isSearch && (
                      <span className={styles['place']}>
                        {' '}
                        {pathTo(all, id)
                          .slice(0, -1)
                          .map((above) => above.name)
                          .join(' / ')}
                      </span>
                    )}
                  </Checkbox>
                  {!isSearch && departmentsBelow(all, id).length > 0 && (
                    <Button
                      type="text"
                      size="small"
                      icon={<RightOutlined aria-hidden />}
                      aria-label={text('widget.enter_dept', { name })}
                      onClick={() => setParent(id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </PageState>
    </div>
  );
}
