import { route, type Route } from '#server/platform/http/route.ts';
import { boardOf } from '#server/record/query/board.ts';
import { editField } from '#server/record/actions/edit-field.ts';
import { listedRow } from '#server/record/query/list.ts';
import { sumsOf } from '#server/record/query/sums.ts';
import { noticingUnsupported } from '#server/record/fields/unsupported.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ToolCalls } from '#shared/record/calls/tool-calls.ts';

/** Routes of the calls that make a list a tool. */
export const toolRoutes = (type: RecordType, calls: ToolCalls): Route[] => [
  route(calls.editField, async ({ db, actor, log, input: { versions, ...edit } }) => {
    const answer = await noticingUnsupported(log, type, () =>
      editField(db, actor, type, { ...edit, ...(versions ? { versions } : {}) }),
    );
    const [id, ...others] = edit.ids;
    const row = id === undefined || others.length > 0 ? undefined : await listedRow(db, actor, type, id);
    return { ...answer, ...(row && { row }) };
  }),
  route(calls.sums, async ({ db, actor, input }) => sumsOf(db, actor, type, input)),
  ...(can(type, 'board') ? [route(calls.board, async ({ db, actor, input }) => boardOf(db, actor, type, input))] : []),
];
