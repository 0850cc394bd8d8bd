import { z } from 'zod';
import { schemaMark, valuesSchema } from '#shared/record/record-row.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { jsonText } from '#shared/wire/values.ts';

/** The field descriptor that clients send back with a value (reference §5.5); only the name, id and value are read. */
export const fieldInput = z.object({
  fieldId: z.unknown().optional(),
  fieldName: z.unknown().optional(),
  name: z.unknown().optional(),
  value: z.unknown().optional(),
});

/**
 * Values by field name, in snake_case or camelCase. The keys that steer a save get the spelling that the contract
 * names, and an empty id is none: whether a save creates must not depend on how a client writes it (security C1).
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

/** All lines in their order, beside `entity`; what is beyond the most that there may be is reported by the save itself. */
export const linesInput = ({ lines }: RecordType): Record<never, never> =>
  lines
    ? {
        [lines.key]: z.preprocess(
          (value, context) => (isNone(value) ? undefined : jsonText(value, context)),
          z
            .array(z.record(z.string().max(100), z.unknown()))
            .max(5000)
            .optional(),
        ),
      }
    : {};

const isNone = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === '0';
