import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { leftOut, scoped, within, type Scope } from '#server/record/access/scope.ts';

/**
 * The records of a scope as `r`, for the `from` of queries outside the engine's list, so that none can forget the
 * condition (security G2).
 */
export const visible = (type: RecordType, scope: Scope): RawBuilder<unknown> =>
  sql`(select r.* from ${sql.table(type.table)} as r where ${scope.where}) as r`;

/**
 * Condition that the record of an id is in the actor's list. For people who see everybody's records it checks instead
 * that it is none of the few left out, which takes half the time when most are requested.
 */
export function isListed(actor: Actor, type: RecordType, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const scope = within(type, scoped(actor, type), 'open');
  const isSame = sql`r.${sql.ref(type.idColumn)} = ${id}`;
  if (scope.owners !== 'all') return sql<boolean>`exists (select from ${visible(type, scope)} where ${isSame})`;
  const isNone = leftOut(type).map(
    (isLeftOut) => sql`not exists (select from ${sql.table(type.table)} as r where ${isSame} and ${isLeftOut})`,
  );
  return sql<boolean>`${sql.join(isNone, sql` and `)}`;
}
