import { plain } from '#server/record/field-types/plain.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';
import { rowKey } from '#shared/record/field.ts';
import {
  relatedForms,
  relatedKey,
  relatedName,
  type RelatedFormType,
  type RowFormType,
} from '#shared/record/relations/relation.ts';

/** Rows have the name next to the id; forms have both in a list of one, under keys of the other type. */
export const relatedRecord = (formType: RelatedFormType): ServerType<number> => {
  const { idKey, nameKey } = relatedForms[formType];
  return {
    ...plain,
    onRow: (id, field, { row }) => [
      [rowKey(field), id ?? ''],
      [relatedKey(field), row[relatedName(field)] ?? ''],
    ],
    inForm: (id, field, { names }) => (id === null ? [] : [{ [idKey]: id, [nameKey]: names.record(field, id) ?? '' }]),
  };
};

/** Forms select among few. */
export const rowOfTable = (formType: RowFormType): ServerType<number> => ({
  ...relatedRecord(formType),
  inForm: (id) => id ?? '',
});

/** Forms select a node level by level. */
export const category: ServerType<number> = {
  ...relatedRecord('category'),
  inForm: (id, field, { path }) => (id === null ? [] : path(field, id)),
};
