import '#server/record/printing/templates/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { plainTemplate } from '#server/record/printing/templates/default-template.ts';
import { recordModule } from '#server/record/registry.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { TemplateRow } from '#shared/record/printing/print-calls.ts';
import { printTemplate, type PrintTemplate } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Key of the template that is made of a type's fields. */
const plainKey = 'plain';
const ownKey = (at: number): string => `own-${at + 1}`;

/** The templates of a type: those stored here, those that it comes with, and the one made of its fields; the default one first. */
export async function templatesOf(db: Database, actor: Actor, type: RecordType): Promise<TemplateRow[]> {
  const names = await directoryOf(db, actor.rights.version);
  const rows = await db
    .selectFrom('document_template')
    .selectAll()
    .where('type_code', '=', type.code)
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('template_id')
    .execute();
  const stored = rows.map((row): TemplateRow => ({
    key: String(row.template_id),
    name: row.name,
    purpose: row.purpose,
    isDefault: row.is_default ? 1 : 0,
    isStored: 1,
    version: row.version,
    updateTime: row.update_time,
    updateUserName: names.user(row.update_user_id) ?? '',
  }));
  const inCode = { isStored: 0, isDefault: 0, version: 1, updateTime: '', updateUserName: '' } as const;
  const own = ownTemplates(type).map(({ name, purpose }, at): TemplateRow => ({
    ...inCode,
    key: ownKey(at),
    name: translate(actor.language, name),
    purpose: purpose ? translate(actor.language, purpose) : '',
  }));
  const plain = { ...inCode, key: plainKey, name: translate(actor.language, 'print.plain'), purpose: '' };
  const [first, ...more] = stored[0]?.isDefault === 1 ? [...stored, ...own, plain] : [...own, plain, ...stored];
  return first ? [{ ...first, isDefault: 1 }, ...more] : [];
}

const ownTemplates = (type: RecordType) => recordModule(type.code).rules.printTemplates ?? [];

/** The content of a template by its key; the default one without a key. */
export async function templateFor(
  db: Database,
  actor: Actor,
  type: RecordType,
  key: string | undefined,
  version?: number,
): Promise<PrintTemplate> {
  const wanted = key ?? (await templatesOf(db, actor, type))[0]?.key ?? plainKey;
  if (wanted === plainKey) return plainTemplate(type, actor.language);
  const own = ownTemplates(type).find((_, at) => ownKey(at) === wanted);
  if (own) return printTemplate.parse(own.content);
  if (!/^\d{1,9}$/.test(wanted)) throw new AppError('print.no_template');
  const row = await db
    .selectFrom('document_template as t')
    .innerJoin('document_template_version as v', 'v.template_id', 't.template_id')
    .select('v.content')
    .where('t.type_code', '=', type.code)
    .where('t.template_id', '=', Number(wanted))
    .where((eb) => eb('v.version', '=', version ?? eb.ref('t.version')))
    .executeTakeFirst();
  if (!row) throw new AppError('print.no_template');
  return printTemplate.parse(row.content);
}

/** Earlier versions of a stored template, the latest first. */
export async function versionsOf(db: Database, actor: Actor, key: string) {
  if (!/^\d{1,9}$/.test(key)) return [];
  const names = await directoryOf(db, actor.rights.version);
  const rows = await db
    .selectFrom('document_template_version')
    .select(['version', 'create_time', 'create_user_id'])
    .where('template_id', '=', Number(key))
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    createTime: row.create_time,
    createUserName: names.user(row.create_user_id) ?? '',
  }));
}
