import type { Permission } from '#shared/admin/menus.ts';
import { bulkSheetActions, type BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** The sheets that the user may send: each requires the right to its action and the one to import. */
export function offeredKinds(
  { type, kinds }: BulkSheetCalls,
  may: (permission: Permission) => boolean,
): BulkSheetKind[] {
  if (!may(permissionOf(type, 'excelimport'))) return [];
  return kinds.filter((kind) => may(permissionOf(type, bulkSheetActions[kind])));
}
