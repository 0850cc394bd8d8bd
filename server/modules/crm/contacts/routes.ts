import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { contactsCalls } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

export const contactsRoutes = (services: Services): Route[] => [...typeRoutes(services, contactsType, contactsCalls)];
