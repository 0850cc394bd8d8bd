import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** Whether an actor may read or write the record that files belong to, and the field that holds this batch of them. */
export type RecordAccess = (
  db: Database,
  actor: Actor,
  typeCode: number,
  recordId: number,
  need: 'read' | 'write',
  batchId: string,
) => Promise<boolean>;

let access: RecordAccess = async () => false;

/** The engine registers the check for records; until then nobody reaches attached files. */
export function recordAccessBy(check: RecordAccess): void {
  access = check;
}
export const mayReachRecord: RecordAccess = (...asked) => access(...asked);
