import { z } from 'zod';
import { openOutsideClient, type OutsideClientOptions } from '#server/platform/outside/outside-client.ts';
import { resolveRegionPath } from './gazetteer.ts';
import type { Place, PlaceSearch } from './place-search.ts';

/** The service writes `[]` where it has no text. */
const word = z.union([z.string().max(200), z.array(z.never()).transform(() => '')]).catch('');
const poi = z.object({ name: word, pname: word, cityname: word, adname: word, location: word });
const answer = z.object({ status: z.literal('1'), pois: z.array(poi).max(100) });

/**
 * Searches places with a map service with the API of 高德's place search (`/v3/place/text`), whose coordinates are
 * GCJ-02.
 */
export function mapServiceSearch(key: string, options: Omit<OutsideClientOptions, 'name'>): PlaceSearch {
  const client = openOutsideClient({ ...options, name: 'map places' });
  return {
    async search(text, limit, signal) {
      const keywords = text.trim();
      if (keywords === '') return [];
      const query = { key, keywords, offset: String(limit), page: '1', extensions: 'base', output: 'JSON' };
      const { pois } = await client.get('/v3/place/text', query, answer, signal);
      return pois.flatMap((found) => placeOf(found) ?? []).slice(0, limit);
    },
  };
}

/** Null when no division of ours matches: addresses keep official regions only. */
function placeOf(found: z.output<typeof poi>): Place | null {
  const title = found.name.replace(/\p{Cc}/gu, '').trim();
  const path = resolveRegionPath([found.pname, found.cityname, found.adname]);
  const [, lng, lat] = /^(-?\d{1,3}(?:\.\d{1,12})?),(-?\d{1,2}(?:\.\d{1,12})?)$/.exec(found.location) ?? [];
  if (title === '' || !path || lng === undefined || lat === undefined || Math.abs(Number(lng)) > 180) return null;
  const [province = '', city = '', area = ''] = path;
  return { title, address: path.join(','), province, city, area, lng: Number(lng), lat: Number(lat) };
}
