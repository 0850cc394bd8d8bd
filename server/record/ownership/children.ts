import { sql } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';
import type { TransferredChild } from '#server/record/registry.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';

/**
 * Records of another type that change hands with those they hang on (R14.2): as far as the actor may change
 * them, the others stay. An undo of the transfer takes theirs back too.
 */
export const cascadeOnTransfer = (
  type: RecordType,
  { changeType, parentColumn }: { readonly changeType: number; readonly parentColumn: string },
): TransferredChild => ({
  changeType,
  transfer: async (db, actor, parentIds, { newOwnerUserId, oldOwnerKeeps, partOf }) => {
    const { rows } = await sql<{ id: number }>`
      select r.${sql.ref(type.idColumn)} as id from ${visible(type, scoped(actor, type, 'write'))}
      where r.${sql.ref(parentColumn)} = any(${[...parentIds]}::bigint[])`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await transferRecords(db, actor, type, { ids, newOwnerUserId, oldOwnerKeeps, along: [], partOf });
  },
});
