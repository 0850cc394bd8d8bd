import { route, type Route } from '#server/platform/http/route.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';
import type { FormSaved } from '#server/record/fields/field-setup.ts';
import { deletedCount, deletedFields } from '#server/record/form-life/bin.ts';
import { destroyDeleted } from '#server/record/form-life/destroy.ts';
import { restoreDeleted, restoreVersion } from '#server/record/form-life/restore.ts';
import { usesOf } from '#server/record/form-life/uses.ts';
import { versionsOf } from '#server/record/form-life/versions.ts';
import { recordModule } from '#server/record/registry.ts';
import { formLifeCalls } from '#shared/record/form-life/form-life-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Where fields are used, deleted fields, and former versions of forms. */
export function formLifeRoutes({ jobs }: Pick<Services, 'jobs'>): Route[] {
  const follow = async (db: Database, { code }: RecordType, { recomputes, indexes }: FormSaved) => {
    if (recomputes) await jobs.send(db, 'formula.recompute', { typeCode: code });
    if (indexes) await jobs.send(db, 'field.index', { typeCode: code });
  };
  return [
    route(formLifeCalls.uses, async ({ db, actor, input: { label, fieldId } }) =>
      usesOf(db, actor, recordModule(label).type, fieldId),
    ),
    route(formLifeCalls.deleted, async ({ db, actor, input: { label, page, limit } }) => {
      const slice = { limit, offset: (page - 1) * limit };
      const { list, total } = await deletedFields(db, actor, recordModule(label).type, slice);
      return pageAnswer(list, total, page, limit);
    }),
    route(formLifeCalls.deletedCount, async ({ db, input: { label, fieldId } }) => ({
      count: await deletedCount(db, recordModule(label).type, fieldId),
    })),
    route(formLifeCalls.restoreDeleted, async ({ db, actor, input }) => {
      const { type } = recordModule(input.label);
      const { lostUnique, ...saved } = await restoreDeleted(db, actor, type, input);
      await follow(db, type, saved);
      return { lostUnique: lostUnique ? 1 : 0 };
    }),
    route(formLifeCalls.destroyDeleted, async ({ db, actor, input: { label, fieldId } }) => {
      await destroyDeleted(db, actor, jobs, { type: recordModule(label).type, fieldId });
      return null;
    }),
    route(formLifeCalls.versions, async ({ db, actor, input: { label, page, limit } }) => {
      const slice = { limit, offset: (page - 1) * limit };
      const { list, total } = await versionsOf(db, actor, recordModule(label).type, slice);
      return pageAnswer(list, total, page, limit);
    }),
    route(formLifeCalls.restoreVersion, async ({ db, actor, input }) => {
      const { type, gone, ...saved } = await restoreVersion(db, actor, input);
      await follow(db, type, saved);
      return { gone: [...gone] };
    }),
  ];
}
