import { plain } from '#server/record/field-types/plain.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';
import { userNameKey } from '#shared/record/field-types/user.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { rowKey } from '#shared/record/field.ts';

/** Several values in one field: joined on rows, a list in forms. */
const list: ServerType<readonly string[] | readonly number[]> = {
  ...plain,
  onRow: (value, field, { names }) => [
    [rowKey(field), value === null ? '' : fieldTypeOf(field.formType).toText(value, field, names)],
  ],
  inForm: (value) => value ?? [],
};

export const checkbox: ServerType<readonly string[]> = {
  ...list,
  defaultInForm: (text) => text.split(',').filter((part) => part !== ''),
};

export const user: ServerType<readonly number[]> = {
  ...list,
  onRow: (value, field, around) => {
    const shown = list.onRow(value, field, around);
    return field.fieldType === 1
      ? [...shown, ...shown.map(([key, names]): [string, unknown] => [userNameKey(key), names])]
      : shown;
  },
  inForm: (value, _field, { names }) => (value ?? []).map((userId) => ({ userId, realname: names.user(userId) ?? '' })),
};

export const structure: ServerType<readonly number[]> = {
  ...list,
  inForm: (value, _field, { names }) => (value ?? []).map((deptId) => ({ deptId, name: names.dept(deptId) ?? '' })),
};
