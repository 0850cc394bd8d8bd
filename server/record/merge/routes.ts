import { route, type Route } from '#server/platform/http/route.ts';
import type { MergeCalls } from '#shared/record/calls/merge-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { findSimilar } from '#server/record/merge/find-similar.ts';
import { mergeRecords } from '#server/record/merge/merge-records.ts';
import { previewMerge } from '#server/record/merge/preview-merge.ts';

/** Routes of a type whose records can become one. */
export const mergeRoutes = (type: RecordType, calls: MergeCalls): Route[] => [
  route(calls.mergePreview, async ({ db, actor, input }) => previewMerge(db, actor, type, input.ids)),
  route(calls.similar, async ({ db, actor, input }) => findSimilar(db, actor, type, input[type.idKey] as number)),
  route(calls.merge, async ({ db, actor, input }) =>
    mergeRecords(db, actor, type, {
      targetId: input.targetId,
      sourceIds: input.ids,
      fields: input.fields ?? {},
      ...(input.versions ? { versions: input.versions } : {}),
    }),
  ),
];
