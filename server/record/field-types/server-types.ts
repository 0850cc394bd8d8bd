import { file } from '#server/record/field-types/file.ts';
import { checkbox, structure, user } from '#server/record/field-types/lists.ts';
import { mapAddress } from '#server/record/field-types/map-address.ts';
import { mobile, money, number, percent, plain } from '#server/record/field-types/plain.ts';
import { category, relatedRecord, rowOfTable } from '#server/record/field-types/related-record.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';
import { date, datetime } from '#server/record/field-types/times.ts';
import type { FormType } from '#shared/record/field.ts';
import { forRelated, forRows } from '#shared/record/relations/relation.ts';

/** @internal Every type by name, for tests that add one of their own; other code uses `serverTypeOf`. */
export const serverTypes = {
  text: plain,
  textarea: plain,
  select: plain,
  sequence: plain,
  email: plain,
  mobile,
  number,
  floatnumber: money,
  percent,
  date,
  datetime,
  checkbox,
  user,
  structure,
  file,
  map_address: mapAddress,
  ...forRelated(relatedRecord),
  category,
  ...forRows(rowOfTable),
} satisfies Record<FormType, ServerType<never>>;

/** The server behaviour of a type. Values may only be passed to the type that has read them. */
export const serverTypeOf = (formType: FormType): ServerType => serverTypes[formType] as unknown as ServerType;
