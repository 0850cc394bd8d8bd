import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { mergeRoutes } from '#server/record/merge/routes.ts';
import { ownershipRoutes } from '#server/record/ownership/routes.ts';
import { typePrintRoutes } from '#server/record/printing/routes.ts';
import { recordRoutes } from '#server/record/record-routes.ts';
import { recycleRoutes } from '#server/record/recycle/routes.ts';
import { relationRoutes } from '#server/record/relations/routes.ts';
import { stateRoutes } from '#server/record/states/routes.ts';
import { toolRoutes } from '#server/record/tool-routes.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { TypeCalls } from '#shared/record/calls/type-calls.ts';

/** Routes of everything that a record type has by its declaration alone. */
export const typeRoutes = (services: Services, type: RecordType, calls: TypeCalls): Route[] => [
  ...recordRoutes(services, type, calls),
  ...ownershipRoutes(type, calls),
  ...toolRoutes(type, calls),
  ...(can(type, 'delete') ? recycleRoutes(type, calls) : []),
  ...mergeRoutes(type, calls),
  ...relationRoutes(type, calls),
  ...stateRoutes(type),
  ...(can(type, 'print') ? typePrintRoutes(services, type, calls) : []),
];
