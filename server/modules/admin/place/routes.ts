import { route, type Route } from '#server/platform/http/route.ts';
import { loadRegions, regionTree } from '#server/platform/places/gazetteer.ts';
import { gazetteerSearch, type PlaceSearch } from '#server/platform/places/place-search.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** The divisions of China and the search for places; `places` is the service that searches. */
export const placeRoutes = (places: PlaceSearch = gazetteerSearch): Route[] => [
  route(placeCalls.regions, async () => regionTree()),
  route(placeCalls.search, async ({ input, log, signal }) => {
    try {
      return await places.search(input.text, input.limit, signal);
    } catch (error) {
      // the address can be typed without the search (R24.8)
      log.warn({ err: error }, 'the place search failed');
      return [];
    }
  }),
  route(placeCalls.provinces, async ({ input: { curpage, pagesize, fullName = '', type = 1, status = 1 } }) => {
    const { provinces } = loadRegions();
    const found = type === 1 && status === 1 ? provinces.filter(({ name }) => name.includes(fullName)) : [];
    const list = found.slice((curpage - 1) * pagesize, curpage * pagesize).map(({ code, name, bareName }) => ({
      regionCode: String(code),
      regionName: bareName,
      fullName: name,
      promotionOrgId: null,
      promotionOrgName: '',
    }));
    return pageAnswer(list, found.length, curpage, pagesize);
  }),
];
