import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { importCalls } from '#shared/record/calls/import-calls.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { typesOff } from '#server/record/access/applications.ts';
import { addOption } from '#server/record/fields/add-option.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { columnNames } from '#server/record/import/columns.ts';
import { writeFailedRows } from '#server/record/import/failed-rows.ts';
import {
  doneRows,
  hasEnded,
  infoOf,
  ownTask,
  reportedAt,
  rowReason,
  requestUndo,
  stopImport,
} from '#server/record/import/follow.ts';
import { recordModule } from '#server/record/registry.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';

/** Routes that follow imports by their message id. */
export const importRoutes = (services: Services): Route[] => [
  route(importCalls.progress, async ({ db, actor, input }) => {
    const task = await ownTask(db, actor, input.messageId);
    return hasEnded(task) ? null : doneRows(task);
  }),
  route(importCalls.info, async ({ db, actor, input }) =>
    infoOf(await ownTask(db, actor, input.messageId), actor.language),
  ),
  route(importCalls.errors, async ({ db, actor, input }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'import_error', (path) =>
      writeFailedRows(db, actor, input.messageId, path),
    ),
  ),
  route(importCalls.stop, async ({ db, actor, input }) => {
    await stopImport(db, actor, input.messageId);
    return null;
  }),
  route(importCalls.undo, async ({ db, actor, input }) => {
    await requestUndo(services, db, actor, input.messageId);
    return null;
  }),
  route(importCalls.addOption, async ({ db, actor, input }) => {
    await addOption(db, actor, recordModule(input.label).type, input);
    return null;
  }),
  route(importCalls.mine, async ({ db, actor, input }) => {
    const own = db
      .selectFrom('import_task')
      .where('user_id', '=', actor.userId)
      .where(sql<boolean>`type_code <> all(${typesOff(actor).map(({ code }) => code)}::int[])`);
    const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const tasks = await own
      .selectAll()
      .orderBy('import_id', 'desc')
      .limit(input.limit)
      .offset((input.page - 1) * input.limit)
      .execute();
    return pageAnswer(
      tasks.map((task) => infoOf(task, actor.language)),
      total,
      input.page,
      input.limit,
    );
  }),
  route(importCalls.rows, async ({ db, actor, input }) => {
    const { type_code: typeCode } = await ownTask(db, actor, input.messageId);
    const { type } = recordModule(typeCode);
    const names = columnNames(
      type,
      await fieldsOf(db, actor, type),
      await lineSettingOf(db, actor, type),
      actor.language,
    );
    const rows = db
      .selectFrom('import_row')
      .where('import_id', '=', input.messageId)
      .where((eb) => eb.or([eb('result', '=', 'failed'), eb('undo', '=', 'kept')]));
    const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const page = await rows
      .selectAll()
      .orderBy('row_number')
      .limit(input.limit)
      .offset((input.page - 1) * input.limit)
      .execute();
    const list = page.map((row) => ({
      ...reportedAt(actor.language, row.row_number, rowReason(actor.language, names, row)),
      result: row.undo ?? row.result,
      recordId: row.record_id,
    }));
    return pageAnswer(list, total, input.page, input.limit);
  }),
];
