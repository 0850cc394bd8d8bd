import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { text } from '#shared/wire/values.ts';

const hit = z.object({
  id: z.int(),
  name: z.string(),
  /** Part of the name that was found, in characters: from, and up to without; both 0 where it was found elsewhere. */
  markFrom: z.int(),
  markTo: z.int(),
  /** The telephone number that was found, or else what the record belongs to. */
  hint: z.string(),
  ownerUserName: z.string(),
});
export type SearchHit = z.infer<typeof hit>;

const group = z.object({
  /** Wire name of the type. */
  types: z.string(),
  list: z.array(hit),
});
export type SearchGroup = z.infer<typeof group>;

/** Most hits of each type. */
export const hitsPerType = 5;

export const searchCalls = {
  /**
   * Customers, leads and contacts of the caller's lists by a part of name or number, or by the initials of the name's
   * pinyin: the newest of each type.
   */
  everything: endpoint({
    path: 'search/queryAll',
    access: 'login',
    rate: 'search',
    input: z.object({ search: text(100).refine((value) => value !== '') }),
    output: z.array(group),
  }),
};
