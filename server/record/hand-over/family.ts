import { sql, type RawBuilder } from 'kysely';
import { recordModule } from '#server/record/registry.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Who gets, in the same hand-over, the record to which a record `r` belongs: a contract goes where its customer goes. */
export function familyOf(type: RecordType, handOverId: number): RawBuilder<unknown> {
  const parents = relationsIn(type).flatMap(({ column, relation }) => {
    const { type: parent } = recordModule(relation.to);
    if (!can(parent, 'transfer') || parent.code === type.code) return [];
    return sql`(select i.to_user_id from hand_over_item i
      where i.hand_over_id = ${handOverId} and i.holding = ${parent.name} and i.item = r.${sql.ref(column)}::text)`;
  });
  return parents.length === 0 ? sql`null::int` : sql`coalesce(${sql.join(parents)})`;
}
