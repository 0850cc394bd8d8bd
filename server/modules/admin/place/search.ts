import { gazetteerSearch, type PlaceSearch } from '#server/platform/places/place-search.ts';
import { mapServiceSearch } from '#server/platform/places/map-service.ts';
import type { Services } from '#server/platform/services.ts';

/** The configured map service, else the gazetteer, which needs no service. */
export function placeSearchOf({ config, log }: Pick<Services, 'config' | 'log'>): PlaceSearch {
  const { mapPlaces, outsidePrivateHosts } = config;
  if (!mapPlaces) return gazetteerSearch;
  return mapServiceSearch(mapPlaces.key, { baseUrl: mapPlaces.url, privateHosts: outsidePrivateHosts, log });
}
