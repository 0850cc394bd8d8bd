import { formFieldsOf, inputOf, openFields, reaches } from '#server/modules/crm/lead-sources/form-fields.ts';
import { receiveLead } from '#server/modules/crm/lead-sources/receive.ts';
import { rehearse } from '#server/modules/crm/lead-sources/rehearse.ts';
import {
  listSources,
  openSource,
  rowsAsSent,
  sourceFieldId,
  wholeAsSent,
} from '#server/modules/crm/lead-sources/sources.ts';
import { newStamp, readStamp } from '#server/modules/crm/lead-sources/stamp.ts';
import { countUse } from '#server/modules/crm/lead-sources/use-limit.ts';
import { deleteSources, rotateKey, saveSource, switchSources } from '#server/modules/crm/lead-sources/writes.ts';
import type { StoredSource } from '#server/modules/crm/lead-sources/sources.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publicRoute, route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import { isOff } from '#server/record/access/applications.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { parseValue } from '#server/record/fields/input.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { leadSourceCalls, sourceKinds } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { openLeadCalls, perMinute, type OpenField, type OpenValues } from '#shared/crm/lead-sources/open-lead-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { isBlank, optionName, rowKey, type Field, type FieldValue } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Where leads come from, and the calls by which strangers and other programs leave them (docs/decisions/lead-sources.md). */
export const leadSourceRoutes = (services: Services): Route[] => [
  route(leadSourceCalls.list, async ({ db, actor, input: { page, limit, ...filter } }) => {
    const { sources, total } = await listSources(db, filter, { limit, offset: (page - 1) * limit });
    return pageAnswer(await rowsAsSent(db, actor, sources), total, page, limit);
  }),
  route(leadSourceCalls.one, async ({ db, actor, input }) => {
    const { sources } = await listSources(db, { id: input.id }, { limit: 1, offset: 0 });
    const [source] = sources;
    const sent = source && (await wholeAsSent(db, actor, source));
    if (!sent) throw new AppError('access.record');
    return sent;
  }),
  route(leadSourceCalls.fields, async ({ db, actor }) => {
    const fields = openFields(await fieldsOf(db, actor, leadsType), await sourceFieldId(db));
    return fields.map((field) => ({
      ...fieldAsSent(field, actor.language),
      fieldId: field.fieldId,
      reaches: reaches(field) ? 1 : 0,
    }));
  }),
  route(leadSourceCalls.save, async ({ db, actor, input }) => ({ id: await saveSource(db, actor, input) })),
  route(leadSourceCalls.status, async ({ db, actor, input }) => {
    await switchSources(db, actor, input.ids, input.status === 1);
    return null;
  }),
  route(leadSourceCalls.remove, async ({ db, actor, input }) => {
    await deleteSources(db, actor, input.ids);
    return null;
  }),
  route(leadSourceCalls.rotate, async ({ db, actor, input }) => rotateKey(db, actor, input.id)),
  route(leadSourceCalls.rehearse, async ({ db, actor, input }) => rehearse(db, actor, input)),
  publicRoute(openLeadCalls.form, async ({ db, input, language }) => {
    const { source, asked } = await opened(services, db, {
      which: byForm(input.key),
      kind: sourceKinds.form,
      language,
    });
    const { title, intro } = wordsOf(source, language);
    return {
      title,
      intro,
      fields: asked.map((field) => fieldAsSent(field, language)),
      submit: translate(language, 'lead_source.preview_submit'),
      stamp: await newStamp(db, source.formKey),
    };
  }),
  publicRoute(openLeadCalls.submit, async ({ db, input, language, address }) => {
    const { source } = await opened(services, db, { which: byForm(input.key), kind: sourceKinds.form, language });
    await countUse(db, source.id, address, perMinute.form);
    const { thanks } = wordsOf(source, language);
    // it is filled by programs alone, which learn nothing of it
    if (input.homepage !== undefined) return { thanks };
    const requestId = await readStamp(db, source.formKey, input.stamp);
    await receive(
      services,
      { which: byForm(input.key), kind: sourceKinds.form, language },
      { values: input.values, requestId },
    );
    return { thanks };
  }),
  publicRoute(openLeadCalls.lead, async ({ db, input, language, address }) => {
    const { source } = await opened(services, db, { which: byKey(input.key), kind: sourceKinds.interface, language });
    await countUse(db, source.id, address, perMinute.interface);
    const requestId = input.requestNumber === undefined ? `own ${crypto.randomUUID()}` : `sent ${input.requestNumber}`;
    await receive(
      services,
      { which: byKey(input.key), kind: sourceKinds.interface, language },
      { values: input.values, requestId },
    );
    return {};
  }),
];

interface Door {
  readonly which: RawBuilder<boolean>;
  readonly kind: number;
  /** Of whoever sends the lead. */
  readonly language: Language;
}
const byForm = (key: string): RawBuilder<boolean> => sql<boolean>`s.form_key = ${key}`;
const byKey = (key: string): RawBuilder<boolean> => sql<boolean>`s.key_hash = ${hashOf(key)}`;

/** A source that takes leads, with what it asks for. @throws AppError `open_lead.closed`, whyever it takes none */
async function opened(services: Services, db: Database, { which, kind, language }: Door) {
  const source = await openSource(db, which, kind);
  const actor = { ...(await services.gate.actorFor(db, firstAdminUserId)), language };
  const sourceField = await sourceFieldId(db);
  if (!source || sourceField === null || isOff(actor, leadsType)) throw new AppError('open_lead.closed');
  const fields = await fieldsOf(db, actor, leadsType);
  const asked =
    kind === sourceKinds.form
      ? formFieldsOf(fields, sourceField, source.form.fieldIds)
      : openFields(fields, sourceField);
  return { source, actor, sourceField, asked };
}

/** Everything is read again in the transaction of the lead: a key that was replaced since makes none. */
const receive = async (
  services: Services,
  door: Door,
  { values, requestId }: { readonly values: OpenValues; readonly requestId: string },
): Promise<void> => {
  await inTransaction(services.pool.db, async (trx) => {
    const { source, actor, sourceField, asked } = await opened(services, trx, door);
    await receiveLead(trx, actor, source, {
      values: valuesOf(asked, values, door.language),
      asked,
      requestId,
      sourceField,
    });
  });
  services.live.touch(leadsType.name);
};

/** The values of the fields that were asked for. @throws AppError `open_lead.unknown` for another key, and problems of a value */
function valuesOf(asked: readonly Field[], sent: OpenValues, language: Language): Record<string, FieldValue> {
  const byName = new Map(
    asked.flatMap((field) =>
      [labelOf(leadsType, field, language), field.fieldName, rowKey(field), keyOf(field)].map((key) => [key, field]),
    ),
  );
  const values: Record<string, FieldValue> = {};
  for (const [key, raw] of Object.entries(sent)) {
    const field = byName.get(key);
    if (!field) throw new AppError('open_lead.unknown', { name: key });
    if (!isBlank(raw)) values[field.fieldName] = parseValue(field, raw);
  }
  return values;
}

/** Stays when the field is renamed. */
const keyOf = ({ fieldType, fieldName, fieldId }: Field): string => (fieldType === 1 ? fieldName : `f${fieldId}`);

const fieldAsSent = (field: Field, language: Language): OpenField => ({
  key: keyOf(field),
  name: labelOf(leadsType, field, language),
  input: inputOf(field) ?? 'line',
  required: field.required ? 1 : 0,
  tips: field.inputTips,
  maxLength: field.maxLength,
  options: field.options.map((value) => ({ value, label: optionName(field, value) })),
});

/** The texts in the visitor's language, or in the other one; those that nobody wrote are ours. */
function wordsOf({ name, form }: StoredSource, language: Language): { title: string; intro: string; thanks: string } {
  const pick = (own: string, english: string): string => (language === 'en' ? english || own : own || english);
  return {
    title: pick(form.title, form.titleEn) || name,
    intro: pick(form.intro, form.introEn),
    thanks: pick(form.thanks, form.thanksEn) || translate(language, 'open_lead.thanks'),
  };
}
