import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, optionalInt, optionalText, page, pageOf, text } from '#shared/wire/values.ts';

/** A division of China with its subdivisions: province, city, county (R24.8). */
export const regionOption = z.object({
  name: z.string(),
  code: z.int(),
  get children() {
    return z.array(regionOption).optional();
  },
});
export type RegionOption = z.output<typeof regionOption>;

/** A result of the place search. */
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

/** A page of the place search (R24.8). */
export const placesPerPage = 20;

/** A province (R24.9); nobody promotes courses in it until an organisation is named. */
const province = z.object({
  regionCode: z.string(),
  regionName: z.string(),
  fullName: z.string(),
  promotionOrgId: z.int().nullable(),
  promotionOrgName: z.string(),
});

/** A page of the province picker (R24.9). */
export const provincesPerPage = 50;

/** Data for the address input. Public knowledge, so it requires only a login. */
export const placeCalls = {
  regions: endpoint({
    path: 'map/queryRegionTree',
    access: 'login',
    forPrograms: 'allowed',
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
    /** Also empty when the search service fails (R24.8). */
    output: z.array(placeRow),
  }),
  /** Provinces by a part of their full name; `type` 1 provinces, `status` 1 in use, else there are none (R24.9). */
  provinces: endpoint({
    path: 'CrmPublicCourseMap/getProvices',
    access: 'login',
    input: z.object({
      curpage: page,
      pagesize: limit(provincesPerPage),
      fullName: optionalText(50),
      type: optionalInt(0, 9),
      status: optionalInt(0, 9),
    }),
    output: pageOf(province),
  }),
};
