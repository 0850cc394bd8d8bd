import { join } from 'node:path';
import type { Services } from '#server/platform/services.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { namesForLog } from '#server/platform/log/plain-error.ts';
import { linkedIds } from '#shared/record/calls/follow-up-links.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { followUpFilter, type RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { stageKeys, stagesInForms } from '#shared/record/states/asked-stages.ts';
import { emptiedOf } from '#server/record/formula/fill-defaults.ts';
import { exportRecords, writeTemplate } from '#server/record/export/export-records.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { followUpsOf } from '#server/record/follow-ups/timeline.ts';
import { addFollowUp } from '#server/record/follow-ups/write.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import type { SentLine } from '#server/record/lines/prepare-lines.ts';
import { previewImport } from '#server/record/import/preview/preview.ts';
import { startImport } from '#server/record/import/upload.ts';
import { readSave, sentNumber } from '#server/record/fields/input.ts';
import { recordModule } from '#server/record/registry.ts';
import { listRecords } from '#server/record/query/list.ts';
import { readRecord } from '#server/record/rows/read.ts';
import { removeRecords } from '#server/record/recycle/remove.ts';
import { askedStages } from '#server/record/states/ask-stages.ts';
import { saveRecord } from '#server/record/write/save.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { namingTaken } from '#server/record/write/unique.ts';
import { noticingUnsupported } from '#server/record/fields/unsupported.ts';

const pageOf = (input: { page: number; limit: number }) => ({
  limit: input.limit,
  offset: (input.page - 1) * input.limit,
});

/** The id parameter of a call, whose key is the type's own. */
const idOf = (type: RecordType, input: Record<string, unknown>): number => input[type.idKey] as number;

/** Routes of the calls that every record type has, and of what it can do beside them. */
export const recordRoutes = (services: Services, type: RecordType, calls: RecordCalls): Route[] => [
  ...ownRoutes(type, calls),
  ...(can(type, 'delete') ? removeRoutes(type, calls) : []),
  ...(can(type, 'followUps') ? followUpRoutes(services, type, calls) : []),
  ...(can(type, 'import') ? sheetInRoutes(services, type, calls) : []),
  ...(can(type, 'export') ? sheetOutRoutes(services, type, calls) : []),
];

const sheetFolder = (services: Services): string => join(services.config.dataDir, 'uploads');

function ownRoutes(type: RecordType, calls: RecordCalls): Route[] {
  return [
    route(calls.list, async ({ db, actor, input }) => {
      const page = await listRecords(db, actor, type, input);
      return { ...page, ...(await recordModule(type.code).rules.listBeside?.(db, actor, page.list)) };
    }),
    route(calls.read, async ({ db, actor, input }) => readRecord(db, actor, type, idOf(type, input))),
    route(calls.save, async ({ db, actor, input, log }) => {
      const fields = await fieldsOf(db, actor, type);
      const {
        values,
        unlisted,
        masked,
        ignored: unknown,
      } = await noticingUnsupported(log, type, () => readSave(fields, type.idKey, input.entity, input.field));
      const ofStages = stagesInForms(type).flatMap(({ column }) => stageKeys(column));
      const ignored = unknown.filter((name) => !ofStages.includes(name));
      if (ignored.length > 0)
        log.info({ userId: actor.userId, type: type.name, ignored: namesForLog(ignored) }, 'keys of a save dropped');
      const id = sentNumber(input.entity[type.idKey], 'id');
      const version = sentNumber(input.version ?? input.entity['version'], 'version');
      const { batchId } = input.entity;
      const request = {
        values,
        stages: askedStages(type, input.entity),
        unlisted,
        masked,
        ...(input.emptied && { emptied: emptiedOf(fields, input.emptied) }),
        ...(id === undefined ? {} : { id }),
        ...(version === undefined ? {} : { version }),
        ...(typeof batchId === 'string' && batchId !== '' && id === undefined ? { batchId } : {}),
        lines: type.lines ? ((input as Record<string, unknown>)[type.lines.key] as SentLine[] | undefined) : undefined,
        input,
      };
      const saved = await namingTaken(fields, () => saveRecord(db, actor, type, request));
      return {
        [type.idKey]: saved.id,
        [type.titleField.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]: saved.title,
        version: saved.version,
      };
    }),
  ];
}

function removeRoutes(type: RecordType, calls: RecordCalls): Route[] {
  return [
    route(calls.remove, async ({ db, actor, input }) => {
      const { [type.idsKey]: ids, versions } = input as Record<string, unknown>;
      return removeRecords(db, actor, type, ids as number[], (versions as Record<string, number> | undefined) ?? {});
    }),
  ];
}

function followUpRoutes(services: Services, type: RecordType, calls: RecordCalls): Route[] {
  return [
    route(calls.followUp, async ({ db, actor, input }) => ({
      recordId: await addFollowUp(
        db,
        actor,
        type,
        { ...input, linked: linkedIds(type, input) },
        services.gate.actorFor,
      ),
    })),
    route(calls.followUps, async ({ db, actor, input }) =>
      followUpsOf(db, actor, type, idOf(type, input), { ...followUpFilter.parse(input), ...pageOf(input as never) }),
    ),
  ];
}

function sheetInRoutes(services: Services, type: RecordType, calls: RecordCalls): Route[] {
  const folder = sheetFolder(services);
  return [
    route(calls.template, async ({ db, actor }) => {
      const fields = await fieldsOf(db, actor, type);
      const lines = await lineSettingOf(db, actor, type);
      return workbookAnswer(folder, `${type.fileName}_import`, (path) =>
        writeTemplate(actor, type, fields, lines, path),
      );
    }),
    route(calls.preview, async ({ actor, input, upload, signal }) => {
      if (!upload) throw new AppError('import.no_file');
      return previewImport(services, actor, type, upload, { ...input, signal });
    }),
    route(calls.upload, async ({ actor, input, upload, once }) => {
      if (!upload) throw new AppError('import.no_file');
      return startImport(
        services,
        actor,
        type,
        upload,
        { ...input, ownerUserId: input.ownerUserId ?? input.userId },
        { isAdministrator: false, once },
      );
    }),
    route(calls.superUpload, async ({ actor, input, upload, once }) => {
      if (!upload) throw new AppError('import.no_file');
      return startImport(
        services,
        actor,
        type,
        upload,
        { ...input, ownerUserId: input.ownerUserId ?? input.userId },
        { isAdministrator: true, once },
      );
    }),
  ];
}

function sheetOutRoutes(services: Services, type: RecordType, calls: RecordCalls): Route[] {
  const folder = sheetFolder(services);
  return [
    route(calls.exportChosen, async ({ actor, input }) =>
      workbookAnswer(folder, type.fileName, (path) => exportRecords(services, actor, type, input, path)),
    ),
    route(calls.exportAll, async ({ actor, input }) =>
      workbookAnswer(folder, type.fileName, (path) =>
        exportRecords(services, actor, type, { query: input, columns: input.columns, rows: input.rows }, path),
      ),
    ),
  ];
}
