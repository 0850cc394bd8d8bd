import type { FieldType, ValueSchema } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem, textOf, type Address } from '#shared/record/field.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';
import { maskWhole } from '#shared/text/mask.ts';
import { regionText } from '#shared/text/region.ts';
import { only, withoutEnds } from '#shared/text/ends.ts';

const part = (value: unknown, max: number): string | null => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = withoutInvisible(String(value)).trim();
  return text.length <= max ? text : null;
};

const coordinate = (value: unknown, bound: number): string | null => {
  const text = part(value, parts.lng.maxLength);
  if (text === null || text === '') return text;
  return /^-?\d{1,3}(?:\.\d{1,12})?$/.test(text) && Math.abs(Number(text)) <= bound ? text : null;
};

/** Length of the longest accepted one. */
const parts = {
  address: { type: 'string', maxLength: 100, description: 'Province, city and district, joined by commas.' },
  location: { type: 'string', maxLength: 200 },
  detailAddress: { type: 'string', maxLength: 200 },
  lng: { type: 'string', maxLength: 24 },
  lat: { type: 'string', maxLength: 24 },
} satisfies Record<keyof Address, ValueSchema>;

/** Region, place, detail address and coordinates (R9.16). The region is "省,市,区" or an array of its parts. */
export const mapAddress: FieldType<Address> = {
  storage: 'address',
  operators: ['is', 'contains', 'startWith', 'isNull', 'isNotNull'],
  sortable: false,
  uniqueable: false,
  importable: true,
  personal: 'text',
  addable: false,
  parts: { keys: Object.keys(parts), asText: 'detailAddress' },
  parse: (input, field) => {
    if (isBlank(input)) return parsed<Address>(null);
    if (typeof input !== 'object' || Array.isArray(input)) return problem('field.shape', field);
    const raw = input as Record<string, unknown>;
    const region = Array.isArray(raw['address'])
      ? raw['address'].map((name: unknown) => textOf(name) ?? '').join(',')
      : raw['address'];
    const address = part(region, parts.address.maxLength);
    const location = part(raw['location'], parts.location.maxLength);
    const detailAddress = part(raw['detailAddress'], parts.detailAddress.maxLength);
    const lng = coordinate(raw['lng'], 180);
    const lat = coordinate(raw['lat'], 90);
    if (address === null || location === null || detailAddress === null) return problem('field.shape', field);
    if (lng === null || lat === null) return problem('field.region', field);
    const value: Address = { address: withoutEnds(address, only(',')), location, detailAddress, lng, lat };
    return parsed(Object.values(value).every((text) => text === '') ? null : value);
  },
  toText: (value) => [regionText(value.address), value.detailAddress].filter((text) => text !== '').join(' '),
  mask: maskWhole,
  fromText: (text) => ({ address: '', detailAddress: text }),
  described: () => ({
    onRow: { type: 'object', properties: parts },
    inSave: { type: ['object', 'null'], properties: parts },
  }),
};
