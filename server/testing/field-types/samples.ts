import type { Person, PersonName } from '#server/testing/company.ts';
import type { Field, FormType } from '#shared/record/field.ts';
import { forRelated, forRows, relatedForms } from '#shared/record/relations/relation.ts';

interface Around {
  /** Tells groups of records apart. */
  readonly tag: string;
  readonly people: Readonly<Record<PersonName, Person>>;
  /** Sends a file. */
  readonly file: () => Promise<unknown>;
  /** Makes a record to point to. */
  readonly record: (name: string) => Promise<number>;
  /** A node of the field's tree. */
  readonly node: (at: number) => Promise<number>;
}

/** What a field of the record number `at` (0, 1, 2) of a group is sent. */
export function sampleOf(field: Field, at: number, { tag, people, file, record, node }: Around): unknown {
  const { seller, peer, stranger } = people;
  const option = (place: number): string => field.options[place % field.options.length] ?? '';
  const pick = <T>(...values: readonly T[]): T | undefined => values[at % values.length];
  const makers: Record<FormType, () => unknown> = {
    text: () => `${at + 1}文${tag}`,
    textarea: () => `${at + 1}长文\n第二行${tag}`,
    select: () => option(at),
    date: () => pick('2026-01-31', '2026-02-28', '2027-12-01'),
    datetime: () => pick('2026-01-31 08:00:00', '2026-02-28 23:59:59', '2027-12-01 00:00:00'),
    // as texts they sort otherwise
    number: () => pick(field.positive ? '5' : '-5', '10', '9.25'),
    floatnumber: () => pick(field.positive ? '5.50' : '-5.50', '10.00', '9.25'),
    percent: () => pick('5.50', '10.00', '9.25'),
    sequence: () => `编号${tag}-${at + 1}`,
    mobile: () => `1381234567${at}`,
    file,
    checkbox: () => [option(at), option(at + 1)],
    user: () => pick([seller.userId], [seller.userId, peer.userId], [stranger.userId]),
    structure: () => pick([seller.deptId], [seller.deptId, 1], [stranger.deptId]),
    email: () => `a${at}@example.com`,
    map_address: () => ({
      address: pick('浙江省,杭州市,西湖区', '河北省,石家庄市', '浙江省,宁波市'),
      detailAddress: `${at + 1}号`,
      location: '',
      lng: '120.1',
      lat: '30.2',
    }),
    ...forRelated(() => () => record(`${at + 1}户${tag}${field.fieldId}`)),
    category: () => node(at),
    ...forRows(() => () => node(at)),
  };
  return makers[field.formType]();
}

/** What no field of the type takes. */
export const badValues: Readonly<Record<FormType, unknown>> = {
  text: '长'.repeat(1001),
  textarea: '长'.repeat(1001),
  select: '没有这个选项',
  date: '2026-02-30',
  datetime: '2026-02-30 08:00:00',
  number: '1.23456',
  floatnumber: '1.234',
  percent: '1000',
  sequence: '长'.repeat(1001),
  mobile: '12',
  file: '?',
  checkbox: ['没有这个选项'],
  user: ['x'],
  structure: [-1],
  email: 'x@',
  map_address: { address: '浙江省', detailAddress: '', location: '', lng: '999', lat: '30.2' },
  ...forRelated((formType) => [{ [relatedForms[formType].idKey]: 999_999_999 }]),
  category: 999_999_999,
  ...forRows(() => 999_999_999),
};

/** What values point to. */
interface Held {
  readonly batchId: string;
  readonly recordId: number;
}

export const mobile = '13912345827';

/** What a field of each kind holds that nobody may see, told apart by the field. */
export function secretOf(field: Field, { batchId, recordId }: Held = { batchId: '', recordId: 0 }): unknown {
  const values: Record<FormType, unknown> = {
    text: `秘密${field.fieldId}`,
    textarea: `秘密${field.fieldId}`,
    select: field.options[0],
    date: '2031-02-03',
    datetime: '2031-02-03 04:05:06',
    number: `58${field.fieldId}`,
    floatnumber: `58${field.fieldId}.5`,
    percent: `${field.fieldId % 100}.57`,
    sequence: `编号${field.fieldId}`,
    mobile,
    file: batchId,
    checkbox: [field.options[0]],
    user: [3],
    structure: [1],
    email: `s${field.fieldId}@example.com`,
    map_address: { address: '河北省,石家庄市', detailAddress: `秘密${field.fieldId}`, location: '', lng: '', lat: '' },
    ...forRelated(() => recordId),
    category: recordId,
    ...forRows(() => recordId),
  };
  return values[field.formType];
}
