import { useState } from 'react';
import type { FilterProps, InputType } from '#web/record/field-types/input-type.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';

function UserFilter({ onChange }: FilterProps) {
  const [people, setPeople] = useState<{ userId: number; realname: string }[]>([]);
  return (
    <UserPicker
      value={people}
      onChange={(next) => {
        setPeople([...next]);
        onChange({ value: next[0]?.userId, name: next[0]?.realname });
      }}
    />
  );
}

export const user: InputType = {
  input: ({ field, value, onChange, id }) => (
    <UserPicker
      id={id}
      disabled={field.disabled === 1}
      multiple
      value={Array.isArray(value) ? (value as { userId: number; realname: string }[]) : []}
      onChange={onChange}
    />
  ),
  filter: UserFilter,
};

export const structure: InputType = {
  input: ({ field, value, onChange, id }) => (
    <DepartmentPicker
      id={id}
      disabled={field.disabled === 1}
      multiple
      value={Array.isArray(value) ? (value as { deptId: number; name: string }[]) : []}
      onChange={onChange}
    />
  ),
};
