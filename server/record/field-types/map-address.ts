import { coordinatesOf, resolveRegionPath } from '#server/platform/places/gazetteer.ts';
import { plain } from '#server/record/field-types/plain.ts';
import { partColumn, type ServerType, type SheetParts } from '#server/record/field-types/server-type.ts';
import { mapAddress as shared } from '#shared/record/field-types/map-address.ts';
import type { Address } from '#shared/record/field.ts';

/** Largest first; the rest of the address follows. */
const regions = ['province', 'city', 'area'] as const;
/** Longest street and house number, as everywhere else. */
const detailLimit = 200;

/**
 * An address is exported in the form of imports: province, city, area and the rest (R22.4), so that an export can be
 * imported again.
 */
const inColumns: SheetParts<Address> = {
  columns: [
    { part: 'province', label: 'sheet.province' },
    { part: 'city', label: 'sheet.city' },
    { part: 'area', label: 'sheet.area' },
    { part: 'detail', label: 'sheet.detail_address' },
  ],
  cell: ({ address, detailAddress }, part) => {
    const place = regions.findIndex((region) => region === part);
    return place < 0 ? detailAddress : (address.split(',')[place] ?? '');
  },
  // short names of the gazetteer are completed, 河北/石家庄 to 河北省,石家庄市
  read: (texts, field): ReturnType<SheetParts['read']> => {
    const given = regions.filter((part) => texts.has(part));
    const path = given.length === 0 ? [] : resolveRegionPath(given.map((part) => texts.get(part) ?? ''));
    if (path === null) return { code: 'field.region', params: { name: field.fieldName }, part: given[0] ?? '' };
    const detailAddress = texts.get('detail') ?? '';
    if (detailAddress.length > detailLimit)
      return {
        code: 'field.too_long',
        params: { name: partColumn(field, 'detail'), max: detailLimit },
        part: 'detail',
      };
    const point = path.length === 0 ? null : coordinatesOf(path);
    const place = point ? { lng: String(point.lng), lat: String(point.lat) } : {};
    return { value: { address: path.join(','), detailAddress, ...place } };
  },
};

/** Its parts are keys of the row; sheets have most of them as columns. */
export const mapAddress: ServerType<Address> = {
  ...plain,
  onRow: (value) => (shared.parts?.keys ?? []).map((key) => [key, value?.[key as keyof Address] ?? '']),
  inForm: (value) => value ?? '',
  inSheet: { ...plain.inSheet, parts: inColumns },
  filterName: 'address',
};
