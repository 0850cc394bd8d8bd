import type { PlaceRow } from '#shared/platform/place-calls.ts';
import type { Address } from '#shared/record/field.ts';

export const noAddress: Address = { address: '', location: '', detailAddress: '', lng: '', lat: '' };

/** An address without anything in it is no address. */
export const orNone = (address: Address): Address | '' =>
  Object.values(address).every((part) => part === '') ? '' : address;

/** Another region: the point of the old one says nothing about it. */
export const withRegion = (before: Address, region: readonly string[]): Address => ({
  ...before,
  address: region.join(','),
  location: '',
  lng: '',
  lat: '',
});

/**
 * The address of a place that was found for what somebody typed. The detail address is the place itself or the rest
 * of a typed street address; a place that is a whole division, with nothing typed behind it, leaves it as it was.
 */
export function addressAt(before: Address, place: PlaceRow, typed: string): Address {
  const region = place.address.split(',');
  const rest = withoutRegion(typed.trim(), region);
  const detail = region.includes(place.title) ? rest : place.title;
  return {
    address: place.address,
    location: place.title,
    detailAddress: (detail || before.detailAddress).slice(0, detailLimit),
    lng: String(place.lng),
    lat: String(place.lat),
  };
}

/** Characters of a detail address (shared field type). */
export const detailLimit = 200;

/** What follows the names of the region, empty when the text does not begin with one of them. */
function withoutRegion(typed: string, region: readonly string[]): string {
  let rest = typed;
  for (const name of new Set(region)) if (rest.startsWith(name)) rest = rest.slice(name.length).trimStart();
  return rest === typed ? '' : rest;
}
