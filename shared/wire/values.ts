import { withoutDirections, withoutInvisible } from '#shared/text/invisible.ts';
import { z } from 'zod';
import { AppError } from '#shared/wire/error-codes.ts';
import { readJson } from '#shared/wire/plain-json.ts';

/** Maximum of every id column; no larger id exists. */
export const maxId = 2_147_483_647;

/** Empty text means "no value" in requests (R3.5). */
const emptyAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

/**
 * For `z.preprocess` of lists and objects: JSON calls send them as such, forms as JSON text (R3.2). Dangerous content
 * of the text is refused as in a body.
 */
export function jsonText(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  try {
    return readJson(value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.addIssue({ code: 'custom', params: { code: error.code } });
    return z.NEVER;
  }
}

/** As `jsonText`, for lists of words, which forms may also join by commas (R3.6). */
export const wordList = (value: unknown, context: z.RefinementCtx): unknown =>
  typeof value === 'string' && value !== '' && !value.trimStart().startsWith('[')
    ? value.split(',').filter((word) => word.trim() !== '')
    : jsonText(value, context);

/** A positive integer id; forms send it as text. */
export const id = z.coerce.number().int().positive().max(maxId);

/** An optional id: absent, empty, null and 0 all mean none. */
export const optionalId = z.preprocess(
  (value) => (value === '' || value === null || value === 0 || value === '0' ? undefined : value),
  id.optional(),
);

/** Id lists are sent as `3,7`, `,3,7,`, a single number or an array (R3.6); at most 1,000 (security L7). */
export const idList = z.preprocess((value) => {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return value.split(',').filter((part) => part.trim() !== '');
  return value ?? [];
}, z.array(id).max(1000));

/** An id list that names at least one. */
export const someIds = idList.refine((list) => list.length > 0, { params: { code: 'input.ids_empty' } });

/** 0 or 1. */
export const flag = z.preprocess(
  (value) => (value === true ? 1 : value === false ? 0 : emptyAsAbsent(value)),
  z.coerce.number().int().min(0).max(1),
);
export const optionalFlag = z.preprocess(emptyAsAbsent, flag.optional());

/** Text up to `max` characters, trimmed; text that is mostly padding is refused unread (security X7). */
const cleanText = (max: number, clean: (text: string) => string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(max * 4 + 100)
      .overwrite((value) => clean(value).normalize('NFC').trim())
      .max(max),
  );
/** One line; what is invisible in it is left out (security C11). */
export const text = (max: number) => cleanText(max, withoutInvisible);
export const optionalText = (max: number) => z.preprocess(emptyAsAbsent, text(max).optional());
/** Several lines, whose emoji may be joined by what is invisible. */
export const longText = (max: number) => cleanText(max, withoutDirections);
export const optionalLongText = (max: number) => z.preprocess(emptyAsAbsent, longText(max).optional());

export const optionalInt = (min: number, max: number) =>
  z.preprocess(emptyAsAbsent, z.coerce.number().int().min(min).max(max).optional());

/** `page` from 1. The depth is limited where the list is read. */
export const page = z.preprocess(emptyAsAbsent, z.coerce.number().int().min(1).max(1_000_000).default(1));
/** Rows per page: 1 to 100 (security L7), 10 for clients that do not say. */
export const limit = (standard = 10) =>
  z.preprocess(emptyAsAbsent, z.coerce.number().int().min(1).max(100).default(standard));
/** 0 = a bare array without paging, 1 = a page (R3.7). */
export const pageType = z.preprocess(emptyAsAbsent, z.coerce.number().int().min(0).max(1).default(1));
/** Maximum of a bare array for a potentially long list: equal to the limit of id lists (security L7). */
export const bareArray: Slice = { limit: 1000, offset: 0 };
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

export const nothing = z.object({});
/** Answer of calls that only confirm success. */
export const done = z.null().optional();

/** The generic page shape (R3.7). */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    list: z.array(row),
    totalRow: z.int(),
    totalPage: z.int(),
    pageNumber: z.int(),
    pageSize: z.int(),
    firstPage: z.boolean(),
    lastPage: z.boolean(),
  });

export function pageAnswer<T>(list: T[], totalRow: number, pageNumber: number, pageSize: number) {
  const totalPage = Math.max(1, Math.ceil(totalRow / pageSize));
  return {
    list,
    totalRow,
    totalPage,
    pageNumber,
    pageSize,
    firstPage: pageNumber === 1,
    lastPage: pageNumber >= totalPage,
  };
}

/** Number of a record type, or of the lines of one, as named by `label` and `types` (R3.13). */
export const moduleCode = z.coerce.number().int().min(1).max(9999);
