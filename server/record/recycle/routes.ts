import { route, type Route } from '#server/platform/http/route.ts';
import type { RecycleCalls } from '#shared/record/calls/recycle-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { listBin } from '#server/record/recycle/bin.ts';
import { purgeRecords } from '#server/record/recycle/purge.ts';
import { restoreRecords } from '#server/record/recycle/restore.ts';

/** The key of the ids is set per type, which the type system cannot express. */
const namedBy = (type: RecordType, input: Record<string, unknown>) => ({
  ids: input[type.idsKey] as number[],
  versions: input['versions'] as Readonly<Record<string, number>> | undefined,
});

/** Routes of a type's recycle bin. */
export const recycleRoutes = (type: RecordType, calls: RecycleCalls): Route[] => [
  route(calls.recycled, async ({ db, actor, input }) =>
    listBin(db, actor, type, { search: input.search, limit: input.limit, offset: (input.page - 1) * input.limit }),
  ),
  route(calls.restore, async ({ db, actor, input }) => {
    const { ids, versions } = namedBy(type, input);
    return restoreRecords(db, actor, type, ids, versions);
  }),
  route(calls.purge, async ({ db, actor, input }) => {
    const { ids, versions } = namedBy(type, input);
    return { count: await purgeRecords(db, actor, type, ids, versions) };
  }),
];
