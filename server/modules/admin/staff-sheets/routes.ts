import { join } from 'node:path';
import { exportStaff, writeTemplate } from '#server/modules/admin/staff-sheets/export.ts';
import { importStaff, previewStaff } from '#server/modules/admin/staff-sheets/import.ts';
import { listImports, undoImport } from '#server/modules/admin/staff-sheets/undo.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Staff and departments as sheets (docs/decisions/staff-sheets.md). */
export const staffSheetRoutes = (services: Services): Route[] => {
  const folder = join(services.config.dataDir, 'uploads');
  return [
    route(staffSheetCalls.template, ({ actor }) =>
      workbookAnswer(folder, 'staff_import', (path) => writeTemplate(actor.language, path)),
    ),
    route(staffSheetCalls.exportAll, ({ actor }) =>
      workbookAnswer(folder, 'staff', (path) => exportStaff(services.pool.db, actor, path)),
    ),
    route(staffSheetCalls.preview, async ({ actor, input, upload }) => {
      if (!upload) throw new AppError('import.no_file');
      return previewStaff(services, actor, upload, input);
    }),
    route(staffSheetCalls.upload, async ({ actor, input, upload }) => {
      if (!upload) throw new AppError('import.no_file');
      return importStaff(services, actor, upload, input);
    }),
    route(staffSheetCalls.imports, ({ db, actor }) => listImports(db, actor)),
    route(staffSheetCalls.undo, ({ db, actor, input }) => undoImport(db, actor, input.id)),
  ];
};
