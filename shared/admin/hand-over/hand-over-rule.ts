import { z } from 'zod';
import { id, text } from '#shared/wire/values.ts';

/** How many people may share what one has held. */
const mostHeirs = 50;
/** How many values of a field may have somebody of their own. */
const mostValues = 200;

/** Who takes over what somebody holds. */
export const handOverRule = z.discriminatedUnion('kind', [
  /** Nobody: it stays. */
  z.object({ kind: z.literal('stay') }),
  z.object({ kind: z.literal('one'), userId: id }),
  /** The superior of whoever hands over. */
  z.object({ kind: z.literal('superior') }),
  /** In equal numbers; what belongs to a customer goes where the customer goes. */
  z.object({ kind: z.literal('even'), userIds: z.array(id).min(1).max(mostHeirs) }),
  /** By the value of a field, such as level or province; `rest` gets all others, and what has no such field. */
  z.object({
    kind: z.literal('field'),
    fieldName: text(100),
    values: z.array(z.object({ value: text(200), userId: id })).max(mostValues),
    rest: id,
  }),
]);
export type HandOverRule = z.output<typeof handOverRule>;

/** The people that a rule names. */
export function heirsOf(rule: HandOverRule): number[] {
  if (rule.kind === 'one') return [rule.userId];
  if (rule.kind === 'even') return [...rule.userIds];
  return rule.kind === 'field' ? [...rule.values.map(({ userId }) => userId), rule.rest] : [];
}
