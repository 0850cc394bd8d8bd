import type { FieldType } from '#shared/record/field-type.ts';
import { idsOfNames, parseIds } from '#shared/record/field-types/id-list.ts';
import { user } from '#shared/record/field-types/user.ts';

/** Departments, stored as ids. */
export const structure: FieldType<readonly number[]> = {
  ...user,
  parse: (input, field) => parseIds(input, field, 'deptId'),
  toText: (value, _field, names) => value.map((id) => names.dept(id) ?? `#${id}`).join(','),
  fromText: (text, _field, lookup) => idsOfNames(text, lookup.deptIds),
};
