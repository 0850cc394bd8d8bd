import { z } from 'zod';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Reference to a schema of the API document by name: that one lists each declared field, while the contract allows
 * custom fields by their labels.
 */
export const schemaMark = 'x-schema';
export const rowSchema = (type: RecordType): string => `${type.name}_row`;
export const valuesSchema = (type: RecordType): string => `${type.name}_values`;

/**
 * A row of any record type. The engine builds it only from field definitions, so nothing else can be in it; its keys are
 * not gone through again.
 */
export const anyRow = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** What a detail answers where there is no record for the reader: absent, deleted and out of reach look alike (security A2). */
const unreadable = z.strictObject({ dataAuth: z.literal(0) });

export const recordRow = (type: RecordType) => anyRow.meta({ [schemaMark]: rowSchema(type) });

/** The answer of a detail. */
export const oneRecord = (type: RecordType): z.ZodType<Record<string, unknown>> =>
  z.union([unreadable, recordRow(type)]);
