import { route, type Route } from '#server/platform/http/route.ts';
import type { MergeCalls } from '#shared/record/calls/merge-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { findSimilar } from '#server/record/merge/find-similar.ts';
import { mergeRecords } from '#server/record/merge/merge-records.ts';
import { previewMerge } from '#server/record/merge/preview-merge.ts';

/** Routes of a type whose records can become one, and of how those are found. */
export const mergeRoutes = (type: RecordType, calls: MergeCalls): Route[] => {
  const [merges, finds] = [can(type, 'merge'), can(type, 'duplicates')];
  return [
    ...(merges
      ? [route(calls.mergePreview, async ({ db, actor, input }) => previewMerge(db, actor, type, input.ids))]
      : []),
    ...(finds
      ? [
          route(calls.similar, async ({ db, actor, input }) =>
            findSimilar(db, actor, type, input[type.idKey] as number),
          ),
        ]
      : []),
    ...(merges ? [mergeRoute(type, calls)] : []),
  ];
};

const mergeRoute = (type: RecordType, calls: MergeCalls): Route =>
  route(calls.merge, async ({ db, actor, input }) =>
    mergeRecords(db, actor, type, {
      targetId: input.targetId,
      sourceIds: input.ids,
      fields: input.fields ?? {},
      ...(input.versions ? { versions: input.versions } : {}),
    }),
  );
