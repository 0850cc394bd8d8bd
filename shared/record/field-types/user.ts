import { choiceOperators, type FieldType } from '#shared/record/field-type.ts';
import { describedIds, idsOfNames, parseIds } from '#shared/record/field-types/id-list.ts';
import { maskWhole } from '#shared/text/mask.ts';

/** Where rows have the names of people too, as those of a relation: `companyUserName` beside `companyUserId`. */
export const userNameKey = (key: string): string => key.replace(/Id$/, 'Name');

/** Employees, stored as ids. */
export const user: FieldType<readonly number[]> = {
  storage: 'id_list',
  operators: choiceOperators,
  sortable: false,
  uniqueable: false,
  importable: true,
  personal: 'nothing',
  addable: true,
  parse: (input, field) => parseIds(input, field, 'userId'),
  toText: (value, _field, names) => value.map((id) => names.user(id) ?? `#${id}`).join(','),
  mask: maskWhole,
  fromText: (text, _field, lookup) => idsOfNames(text, lookup.userIds),
  described: () => ({ ...describedIds, nameKey: userNameKey }),
};
