import { findHits } from '#server/modules/crm/search/find-hits.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { searchCalls, type SearchGroup } from '#shared/crm/search-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const searched = [customerType, leadsType, contactsType];

export const searchRoutes = (): Route[] => [
  route(searchCalls.everything, async ({ db, actor, input }) => {
    const groups: SearchGroup[] = [];
    for (const type of searched) {
      // what is found is what the list of the type would show
      if (!actor.mayDo(permissionOf(type, 'index'))) continue;
      const list = await findHits(db, actor, type, input.search);
      if (list.length > 0) groups.push({ types: type.name, list });
    }
    return groups;
  }),
];
