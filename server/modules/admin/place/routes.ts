import { route, type Route } from '#server/platform/http/route.ts';
import { regionTree } from '#server/platform/places/gazetteer.ts';
import { gazetteerSearch, type PlaceSearch } from '#server/platform/places/place-search.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';

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
];
