import { route, type Route } from '#server/platform/http/route.ts';
import type { RelationCalls } from '#shared/record/relations/relation-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { childCounts } from '#server/record/relations/child-counts.ts';

/** Routes about the children of a type. */
export const relationRoutes = (type: RecordType, calls: RelationCalls): Route[] => [
  route(calls.childCounts, async ({ db, actor, input }) => childCounts(db, actor, type, input[type.idKey] as number)),
];
