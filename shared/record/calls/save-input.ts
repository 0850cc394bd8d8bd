import { z } from 'zod';
import { schemaMark, valuesSchema } from '#shared/record/record-row.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { jsonText, optionalId, optionalText } from '#shared/wire/values.ts';

/** The field descriptor that clients send back with a value (R7.6); only name, id and value are read. */
export const fieldInput = z.object({
  fieldId: z.unknown().optional(),
  fieldName: z.unknown().optional(),
  name: z.unknown().optional(),
  value: z.unknown().optional(),
});

/**
 * Values by field name, in snake_case or camelCase. Keys that control a save get the spelling of the contract, and an
 * empty id counts as missing: whether a save creates must not depend on the client's spelling (security C1).
 */
export const entityInput = (type: RecordType) =>
  z.preprocess(
    (value, context) => {
      const entity = jsonText(value, context) ?? {};
      if (typeof entity !== 'object' || Array.isArray(entity)) return entity;
      const copy = { ...entity } as Record<string, unknown>;
      const spellings = { [type.idKey]: type.idColumn, batchId: 'batch_id' };
      for (const [key, other] of Object.entries(spellings)) {
        if (isNone(copy[key])) copy[key] = copy[other];
        if (isNone(copy[key])) delete copy[key];
        delete copy[other];
      }
      return copy;
    },
    z.record(z.string().max(100), z.unknown()).meta({ [schemaMark]: valuesSchema(type) }),
  );

/** The names of fields of a new record that somebody has left empty on purpose: they get no computed default. */
export const emptiedFields = z.preprocess(jsonText, z.array(z.string().max(100)).max(300).optional());

/** The id and the batch of the record next to `entity`, where some clients send them (R7.6). */
export const besideEntity = (type: RecordType): Record<never, never> => ({
  [type.idKey]: optionalId,
  batchId: optionalText(64),
});

/**
 * Moves what is next to `entity` into it, so that everything after the parse finds one id at one place. Two different
 * ids are refused: no choice between them could be right.
 */
export const joinEntity =
  (type: RecordType) =>
  ({ value, issues }: z.core.ParsePayload<{ entity: Record<string, unknown> }>): void => {
    const beside = value as Record<string, unknown>;
    const entity = { ...value.entity };
    for (const key of [type.idKey, 'batchId']) {
      const sent = beside[key];
      delete beside[key];
      if (isNone(sent)) continue;
      if (isNone(entity[key])) entity[key] = sent;
      else if (key === type.idKey && String(entity[key]) !== String(sent))
        issues.push({ code: 'custom', path: [key], input: sent });
    }
    value.entity = entity;
  };

const isNone = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === '0';

/** All lines in their order; the save itself reports too many lines. */
export const lineRows = z.preprocess(
  (value, context) => (isNone(value) ? undefined : jsonText(value, context)),
  z
    .array(z.record(z.string().max(100), z.unknown()))
    .max(5000)
    .optional(),
);

/** The lines, next to `entity`. */
export const linesInput = ({ lines }: RecordType): Record<never, never> => (lines ? { [lines.key]: lineRows } : {});

const overlap = z.object({
  fieldName: z.string(),
  /** In the reader's language. */
  name: z.string(),
  /** The current content of the field, as text and as value. */
  current: z.string(),
  value: z.unknown(),
  /** Who wrote it. */
  editor: z.string(),
  /** Set for a line: its field name then starts with the key of the lines. */
  lineId: z.int().optional(),
});

/** Details of a save's `record.conflict`: the first conflicting field is also at the top level (security C10). */
const saveConflict = overlap.omit({ name: true }).extend({
  /** The current version of the record. */
  version: z.int(),
  overlaps: z.array(overlap),
});
export type SaveConflict = z.infer<typeof saveConflict>;

/** Details of a save refused for several reasons: the message is that of the first. */
export interface SaveProblems {
  readonly fieldName: string;
  readonly problems: readonly { readonly fieldName: string; readonly msg: string }[];
}
