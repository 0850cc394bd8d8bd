import type { Actor } from '#server/platform/access/actor.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { draftPages, recordPages, recordPdf } from '#server/record/printing/print-record.ts';
import { printFields } from '#server/record/printing/print-fields.ts';
import { removeTemplate, saveTemplate } from '#server/record/printing/templates/save-template.ts';
import { templateFor, templatesOf, versionsOf } from '#server/record/printing/templates/stored-templates.ts';
import { recordModule } from '#server/record/registry.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { printCalls, type TypePrintCalls } from '#shared/record/printing/print-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The type of a call that is open to whoever reads its records. */
function readableType(actor: Actor, code: number): RecordType {
  const { type } = recordModule(code);
  if (!actor.mayDo(permissionOf(type, 'read'))) throw new AppError('access.denied');
  return type;
}

/** Routes for documents of records of any type, and for their templates. */
export const printRoutes = (services: Services): Route[] => [
  route(printCalls.list, async ({ db, actor, input }) => templatesOf(db, actor, recordModule(input.label).type)),
  route(printCalls.one, async ({ db, actor, input: { label, template, version } }) => {
    const { type } = recordModule(label);
    const row = (await templatesOf(db, actor, type)).find(({ key }) => key === template);
    if (!row) throw new AppError('print.no_template');
    const content = await templateFor(db, actor, type, template, version);
    return { ...row, content, versions: await versionsOf(db, actor, template) };
  }),
  route(printCalls.save, async ({ db, actor, input: { label, isDefault, ...draft } }) =>
    saveTemplate(db, actor, recordModule(label).type, { ...draft, isDefault: isDefault === 1 }),
  ),
  route(printCalls.remove, async ({ db, actor, input }) => {
    await removeTemplate(db, actor, recordModule(input.label).type, input.templateId);
    return null;
  }),
  route(printCalls.fields, async ({ db, actor, input }) => printFields(db, actor, recordModule(input.label).type)),
  route(printCalls.draft, async ({ db, actor, input: { label, content, ...shown } }) =>
    draftPages(
      db,
      actor,
      shown.id === undefined ? recordModule(label).type : readableType(actor, label),
      content,
      shown,
    ),
  ),
  route(printCalls.pages, async ({ db, actor, input: { label, ...printing } }) =>
    recordPages(db, actor, readableType(actor, label), printing),
  ),
  route(printCalls.pdf, async ({ actor, input: { label, ...printing } }) =>
    recordPdf(services, actor, readableType(actor, label), printing),
  ),
];

/** The call of a type under a name of its own. */
export const typePrintRoutes = (services: Services, type: RecordType, calls: TypePrintCalls): Route[] => [
  route(calls.print, async ({ actor, input }) => {
    const { template, withoutPrices, [type.idKey]: id } = input as Record<string, unknown>;
    return recordPdf(services, actor, type, {
      id: id as number,
      template: template as string | undefined,
      withoutPrices: withoutPrices as number | undefined,
    });
  }),
];
