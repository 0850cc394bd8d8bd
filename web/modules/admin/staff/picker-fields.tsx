import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { pathTo, type DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import styles from './staff-page.module.css';

/** What a form item passes to its input. */
interface Given<T> {
  readonly id?: string;
  readonly value?: readonly T[];
  readonly onChange?: (value: T[]) => void;
}

/** One department: the tree as a list that is indented, and searched by any part of the path. */
export function DepartmentField({ id, value: [chosen] = [], onChange = () => undefined }: Given<DepartmentChoice>) {
  const text = useText();
  const query = useQuery({ ...callQuery(departmentCalls.tree, {}), staleTime: 60_000 });
  const departments = query.data ?? [];
  const options = departments.map((department) => {
    const path = pathTo(departments, department.id).map(({ name }) => name);
    return { value: department.id, label: department.name, path: path.join(' / '), depth: path.length - 1 };
  });
  return (
    <Select<number, (typeof options)[number]>
      {...(id !== undefined && { id })}
      {...(chosen && { value: chosen.deptId })}
      options={options}
      loading={query.isFetching}
      placeholder={text('staff.dept_required')}
      showSearch={{ optionFilterProp: 'path' }}
      // the name stands before the tree is there
      labelRender={({ value, label }) => label ?? (value === chosen?.deptId ? chosen.name : '')}
      optionRender={({ data }) => (
        <span className={styles['indented']} style={{ paddingInlineStart: data.depth * 16 }}>
          {data.label}
        </span>
      )}
      onChange={(deptId, option) => onChange([{ deptId, name: [option].flat()[0]?.label ?? '' }])}
    />
  );
}

export const UserField = ({ id, value = [], onChange = () => undefined }: Given<UserChoice>) => (
  <UserPicker {...(id !== undefined && { id })} value={value} onChange={onChange} />
);
