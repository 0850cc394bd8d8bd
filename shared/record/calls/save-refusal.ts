import { z } from 'zod';

const overlap = z.object({
  fieldName: z.string(),
  /** In the words of the reader. */
  name: z.string(),
  /** What the field holds now, as text and as value. */
  current: z.string(),
  value: z.unknown(),
  /** Who has put it there. */
  editor: z.string(),
  /** Of a line, where it is about one: its field name then begins with the key of the lines. */
  lineId: z.int().optional(),
});

/** Details of `record.conflict` of a save: the first field of the overlaps stands outside too (security C10). */
const saveConflict = overlap.omit({ name: true }).extend({
  /** Of the record as it is now. */
  version: z.int(),
  overlaps: z.array(overlap),
});
export type SaveConflict = z.infer<typeof saveConflict>;

/** Details of a refused save that several things stand against: the message is that of the first. */
export interface SaveProblems {
  readonly fieldName: string;
  readonly problems: readonly { readonly fieldName: string; readonly msg: string }[];
}
