import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { actionAnswer, permissionOf } from '#shared/record/calls/record-calls.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, jsonText, someIds } from '#shared/wire/values.ts';

/** Maximum number of records merged at once. */
const mostMerged = 20;
const few = someIds.refine((ids) => ids.length <= mostMerged, { params: { code: 'merge.too_many' } });

const mergedRow = z.object({
  id: z.int(),
  name: z.string(),
  version: z.int(),
  ownerUserName: z.string(),
  createTime: z.string(),
  /** 0 = read-only: it cannot be merged. */
  mayWrite: flag,
  /** Numbers of dependent records by kind, with the kind's name in the reader's language. */
  moves: z.array(z.object({ kind: z.string(), name: z.string(), total: z.int() })),
  /** Number of lines of a document; those of the survivor stay, those of the others are deleted with them. */
  lines: z.int().optional(),
});
export type MergedRow = z.infer<typeof mergedRow>;

const differingField = z.object({
  fieldName: z.string(),
  name: z.string(),
  /** As displayed; '' for none. In the order of the rows. */
  values: z.array(z.object({ id: z.int(), text: z.string() })),
});
export type DifferingField = z.infer<typeof differingField>;

/** Calls that merge several records (R14.5). */
export function mergeCalls(type: RecordType) {
  const at = (call: NamedCall) => callPath(type, call);
  const subject = type.name;
  const codes = ['access.record', 'merge.too_many'] as const;
  return {
    /** A preview: what a merge would move, and the fields in which the records differ. */
    mergePreview: endpoint({
      path: at('mergePreview'),
      access: permissionOf(type, 'update'),
      ids: { ids: subject },
      input: z.object({ ids: few }),
      output: z.object({
        rows: z.array(mergedRow),
        fields: z.array(differingField),
        /** 1 when the names are equal under `companyNameKey`. */
        isAlike: flag,
      }),
      codes,
    }),
    /**
     * `targetId` survives, `ids` are merged into it. `fields` lists the fields that take the value of one of `ids`, by
     * fieldName; its ids grant no access, since they must be in `ids` too.
     */
    merge: endpoint({
      path: at('merge'),
      access: permissionOf(type, 'update'),
      ids: { targetId: subject, ids: subject },
      effect: 'write',
      input: z.object({
        targetId: id,
        ids: few,
        fields: z.preprocess(jsonText, z.record(z.string().max(100), id).optional()),
        versions,
      }),
      output: actionAnswer,
      codes: [
        ...codes,
        'record.conflict',
        'record.closed',
        'merge.self',
        'merge.source',
        'field.unknown',
        'field.unique',
        'field.unique_together',
        'field.moved_together',
      ],
    }),
    /** Records in the reader's scope with equivalent names: candidates for a merge. */
    similar: endpoint({
      path: at('similar'),
      access: permissionOf(type, 'read'),
      ids: { [type.idKey]: subject },
      rate: 'search',
      input: z.object({ [type.idKey]: id }),
      output: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          version: z.int(),
          ownerUserName: z.string(),
          createTime: z.string(),
          mayWrite: flag,
        }),
      ),
      codes: ['access.record'],
    }),
  };
}
export type MergeCalls = ReturnType<typeof mergeCalls>;
