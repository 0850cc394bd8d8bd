import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { findHolders } from '#server/record/write/holders.ts';
import { uniquesOf, uniqueValue } from '#server/record/write/unique.ts';
import type { Titled } from '#server/record/actions/kept-titles.ts';
import { formerRows, leave, type FormerRow } from '#server/record/actions/undo-rows.ts';

/** Marks records whose former unique values have been taken since: they stay unchanged and are listed (R7.8). */
export async function leaveTaken(db: Database, actor: Actor, type: RecordType, operationId: number): Promise<Titled[]> {
  const fields = await fieldsOf(db, actor, type);
  const unique = uniquesOf(fields).flatMap((one) => one.fields.map(({ fieldName }) => fieldName));
  // other actions do not change those values
  const former = (await formerRows(db, type, fields, operationId, ['deleted_at', 'custom', ...unique])).filter(
    ({ isVersion }) => !isVersion,
  );
  if (former.length === 0) return [];
  const holders = await findHolders(db, type, fields, former);
  const after = new Map(former.map((row) => [row.id, row]));
  const left: FormerRow[] = [];
  for (;;) {
    // a record that stays keeps its current values, which may conflict with another one
    const taken = [...after.values()].filter(({ id, values }) =>
      holders.taken(values, (holder, unique) => {
        const other = after.get(holder);
        return holder !== id && (!other || uniqueValue(unique, other.values) === uniqueValue(unique, values));
      }),
    );
    if (taken.length === 0) break;
    left.push(...taken);
    for (const { id } of taken) after.delete(id);
  }
  return leave(db, operationId, left);
}
