import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { actionAnswer, permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, jsonText, someIds } from '#shared/wire/values.ts';

/** Most records that become one at once. */
const mostMerged = 20;
const few = someIds.refine((ids) => ids.length <= mostMerged, { params: { code: 'merge.too_many' } });

const mergedRow = z.object({
  id: z.int(),
  name: z.string(),
  version: z.int(),
  ownerUserName: z.string(),
  createTime: z.string(),
  /** 0 = only to be read: it cannot be merged. */
  mayWrite: flag,
  /** What hangs on it, by kind, with the name of the kind in the reader's language. */
  moves: z.array(z.object({ kind: z.string(), name: z.string(), total: z.int() })),
  /** How many lines a document has; those of the survivor stay, those of the others go with them. */
  lines: z.int().optional(),
});
export type MergedRow = z.infer<typeof mergedRow>;

const differingField = z.object({
  fieldName: z.string(),
  name: z.string(),
  /** As people read it; '' for none. In the order of the rows. */
  values: z.array(z.object({ id: z.int(), text: z.string() })),
});
export type DifferingField = z.infer<typeof differingField>;

/** Calls that make one record of several (R14.5). */
export function mergeCalls(type: RecordType) {
  const at = (action: string) => `${type.family}/${action}`;
  const subject = type.name;
  const codes = ['access.record', 'merge.too_many'] as const;
  return {
    /** What a merge would move, and the fields in which the records differ. */
    mergePreview: endpoint({
      path: at('queryMergePreview'),
      access: permissionOf(type, 'update'),
      ids: { ids: subject },
      input: z.object({ ids: few }),
      output: z.object({
        rows: z.array(mergedRow),
        fields: z.array(differingField),
        /** 1 when the names are the same but for how they are written (`companyNameKey`). */
        isAlike: flag,
      }),
      codes,
    }),
    /**
     * `targetId` stays, `ids` go. `fields` names those that take the value of one of `ids`, by fieldName; its ids open
     * nothing, since they have to stand in `ids` too.
     */
    merge: endpoint({
      // such as `CrmCustomer/mergeCustomer`
      path: at(`merge${type.family.replace(/^[A-Z][a-z]+/, '')}`),
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
      ],
    }),
    /** Records in the reader's scope whose name is the same but for how it is written: candidates for a merge. */
    similar: endpoint({
      path: at('querySimilar'),
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
