import { route, type Route } from '#server/platform/http/route.ts';
import { boardOf } from '#server/record/query/board.ts';
import { editCells } from '#server/record/actions/edit-cells.ts';
import { editField } from '#server/record/actions/edit-field.ts';
import { listedRows } from '#server/record/query/list.ts';
import { sumsOf } from '#server/record/query/sums.ts';
import { noticingUnsupported } from '#server/record/fields/unsupported.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ToolCalls } from '#shared/record/calls/tool-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Routes of the calls that make a list a tool. */
export const toolRoutes = (type: RecordType, calls: ToolCalls): Route[] => [
  route(
    calls.editField,
    async ({ db, actor, log, input: { versions = {}, columns, isPreview, fieldName, value, ids } }) => {
      if (columns) {
        const pasted = await editCells(db, actor, type, {
          ids: ids,
          columns,
          versions,
          isPreview: isPreview === 1,
        });
        return { ...pasted, ...(isPreview !== 1 && { rows: await listedRows(db, actor, type, ids) }) };
      }
      if (fieldName === undefined) throw new AppError('field.unknown', { name: '' });
      // an absent value clears nothing
      if (value === undefined) throw new AppError('field.required', { name: fieldName });
      const answer = await noticingUnsupported(log, type, () =>
        editField(db, actor, type, { ids, fieldName, value, versions }),
      );
      const [id, ...others] = ids;
      const [row] = id === undefined || others.length > 0 ? [] : await listedRows(db, actor, type, [id]);
      return { ...answer, ...(row && { row }) };
    },
  ),
  route(calls.sums, async ({ db, actor, input }) => sumsOf(db, actor, type, input)),
  ...(can(type, 'board') ? [route(calls.board, async ({ db, actor, input }) => boardOf(db, actor, type, input))] : []),
];
