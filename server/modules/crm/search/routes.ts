import { findHits } from '#server/modules/crm/search/find-hits.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { recordModules } from '#server/record/registry.ts';
import { searchCalls, type SearchGroup } from '#shared/crm/search-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export const searchRoutes = (): Route[] => [
  route(searchCalls.everything, async ({ db, actor, input }) => {
    const groups: SearchGroup[] = [];
    for (const type of searchedTypes()) {
      // results are what the list of the type would show
      if (!actor.mayDo(permissionOf(type, 'index'))) continue;
      const list = await findHits(db, actor, type, input.search);
      if (list.length > 0) groups.push({ types: type.name, list });
    }
    return groups;
  }),
];

/** In the order of their groups. */
const searchedTypes = (): RecordType[] =>
  recordModules()
    .flatMap(({ type }) => (type.searchPlace === undefined ? [] : [{ type, place: type.searchPlace }]))
    .toSorted((left, right) => left.place - right.place)
    .map(({ type }) => type);
