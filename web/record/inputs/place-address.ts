import type { PlaceRow } from '#shared/platform/place-calls.ts';
import type { Address } from '#shared/record/field.ts';

export const noAddress: Address = { address: '', location: '', detailAddress: '', lng: '', lat: '' };

/** An address without values is no address. */
export const orNone = (address: Address): Address | '' =>
  Object.values(address).every((part) => part === '') ? '' : address;

/** Another region: the old point does not apply to it. */
export const withRegion = (before: Address, region: readonly string[]): Address => ({
  ...before,
  address: region.join(','),
  location: '',
  lng: '',
  lat: '',
});

/**
 * The address for a place found by a typed text. The detail address is the place itself or the rest of a typed street
 * address; a place that is a whole division, with nothing typed after it, keeps it unchanged.
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

/** Maximum length of a detail address (shared field type). */
const detailLimit = 200;

/** The text after the names of the region, empty when it does not start with one of them. */
function withoutRegion(typed: string, region: readonly string[]): string {
  let rest = typed;
  for (const name of new Set(region)) if (rest.startsWith(name)) rest = rest.slice(name.length).trimStart();
  return rest === typed ? '' : rest;
}
