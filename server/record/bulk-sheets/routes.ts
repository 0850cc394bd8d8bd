import { join } from 'node:path';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import type { BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { bulkColumns } from '#server/record/bulk-sheets/columns.ts';
import { performSheet } from '#server/record/bulk-sheets/perform.ts';
import type { PoolAction } from '#server/record/bulk-sheets/plan.ts';
import { readBulkSheet } from '#server/record/bulk-sheets/read-rows.ts';
import { writeBulkTemplate } from '#server/record/bulk-sheets/template.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';

/** Routes of bulk sheets for a type; `pool` when one of them is for its pool. */
export function bulkSheetRoutes(services: Services, calls: BulkSheetCalls, pool?: PoolAction): Route[] {
  const { type, kinds, byKind, template } = calls;
  const folder = join(services.config.dataDir, 'uploads');
  return [
    route(template, async ({ db, actor, input }) =>
      workbookAnswer(folder, `${type.fileName}_${input.kind}`, (path) =>
        writeBulkTemplate(db, actor, type, input.kind, path),
      ),
    ),
    ...kinds.map((kind) =>
      route(byKind[kind], async ({ db, actor, input, upload, address, afterCommit, once }) => {
        // the route has checked the right to the action itself
        if (!actor.mayDo(permissionOf(type, 'excelimport'))) throw new AppError('access.denied');
        if (!upload) throw new AppError('import.no_file');
        const { userId } = input;
        const columns = bulkColumns(type, await fieldsOf(db, actor, type), kind).map((column) =>
          column.name === 'new_owner' && userId !== undefined ? { ...column, required: false } : column,
        );
        // read completely before anything is locked
        const sheet = await readBulkSheet(actor, upload, columns);
        const answer = await inTransaction(db, (trx) =>
          once(trx, async () => {
            const subject = cleanFileName(upload.name);
            await audit(trx, {
              userId: actor.userId,
              what: `sheet ${kind} ${type.name}`,
              subject,
              result: 'done',
              address,
            });
            return performSheet(trx, actor, type, kind, sheet, { userId, pool });
          }),
        );
        if (answer.operationId !== null) afterCommit(() => services.live.touch(type.name));
        return answer;
      }),
    ),
  ];
}
