import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { text } from '#shared/wire/values.ts';

/** A division of China with those below it: province, city, county (spec §2 "Address field"). */
export const regionOption = z.object({
  name: z.string(),
  code: z.int(),
  get children() {
    return z.array(regionOption).optional();
  },
});
export type RegionOption = z.output<typeof regionOption>;

/** A place that a search finds. */
export const placeRow = z.object({
  title: z.string(),
  /** The levels that exist, joined by a comma: "省,市,区". */
  address: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  /** Degrees, GCJ-02. */
  lng: z.number(),
  lat: z.number(),
});
export type PlaceRow = z.output<typeof placeRow>;

/** A page of the place search (spec §9). */
export const placesPerPage = 20;

/** What the address input needs. Both are public knowledge, so they take a login only. */
export const placeCalls = {
  regions: endpoint({
    path: 'map/queryRegionTree',
    access: 'login',
    input: z.object({}),
    output: z.array(regionOption),
  }),
  search: endpoint({
    path: 'map/searchPlace',
    access: 'login',
    rate: 'search',
    input: z.object({
      text: text(100),
      limit: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        z.coerce.number().int().min(1).max(placesPerPage).default(placesPerPage),
      ),
    }),
    /** Empty as well when the search service fails (spec §8). */
    output: z.array(placeRow),
  }),
};
