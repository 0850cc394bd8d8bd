import type { Permission } from '#shared/admin/menus.ts';
import { bulkSheetActions, type BulkSheetCalls, type BulkSheetKind } from '#shared/record/calls/bulk-sheet-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** The sheets that somebody may send: each takes the right to its act and the one to import. */
export function offeredKinds(
  { type, kinds }: BulkSheetCalls,
  may: (permission: Permission) => boolean,
): BulkSheetKind[] {
  if (!may(permissionOf(type, 'excelimport'))) return [];
  return kinds.filter((kind) => may(permissionOf(type, bulkSheetActions[kind])));
}
