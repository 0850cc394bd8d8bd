import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';

/** What a form item passes to its input. */
interface Given<T> {
  readonly id?: string;
  readonly value?: readonly T[];
  readonly onChange?: (value: T[]) => void;
}

export const DepartmentField = ({ id, value = [], onChange = () => undefined }: Given<DepartmentChoice>) => (
  <DepartmentPicker {...(id !== undefined && { id })} value={value} onChange={onChange} />
);

export const UserField = ({ id, value = [], onChange = () => undefined }: Given<UserChoice>) => (
  <UserPicker {...(id !== undefined && { id })} value={value} onChange={onChange} />
);
