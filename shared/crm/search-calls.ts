import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { text } from '#shared/wire/values.ts';

const hit = z.object({
  id: z.int(),
  name: z.string(),
  /** The matching part of the name in characters: from, and up to but excluding; both 0 when the match is elsewhere. */
  markFrom: z.int(),
  markTo: z.int(),
  /** The matching telephone number, or else what the record belongs to. */
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

/** Maximum number of hits of each type. */
export const hitsPerType = 5;

export const searchCalls = {
  /**
   * Searches customers, leads and contacts in the caller's lists by a part of name or number, or by the initials of the
   * name's pinyin; returns the newest of each type.
   */
  everything: endpoint({
    path: 'search/queryAll',
    access: 'login',
    forPrograms: 'allowed',
    application: 'crm',
    rate: 'search',
    input: z.object({ search: text(100).refine((value) => value !== '') }),
    output: z.array(group),
  }),
};
