import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Receipt } from '#server/platform/hand-over/holding.ts';
import { undoOperation } from '#server/record/actions/undo.ts';
import { openOperation, type OperationHead } from '#server/record/write/change-many.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The action on records of a holding, which its first pieces open and `receipt` remembers. */
export const partOperation = async (
  db: Database,
  actor: Actor,
  type: RecordType,
  head: Pick<OperationHead, 'verb' | 'access'>,
  receipt: Receipt | null,
): Promise<number> =>
  receipt === null ? openOperation(db, actor, type, { ...head, isPart: true }) : Number(receipt['operationId']);

/** Takes it back; the titles of records that stay. */
export async function undoPart(db: Database, actor: Actor, { operationId }: Receipt): Promise<string[]> {
  const { kept } = await undoOperation(db, actor, Number(operationId), { isPart: true });
  return kept.map(({ title }) => title);
}
