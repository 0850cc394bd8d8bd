import { sql } from 'kysely';
import '#server/record/printing/templates/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { printFields } from '#server/record/printing/print-fields.ts';
import { keysOfTemplate, type TemplateKeys } from '#server/record/printing/templates/template-keys.ts';
import { printTemplate, type PrintTemplate } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const mostTemplates = 50;
/** Earlier versions that are kept. */
const mostVersions = 100;

export interface TemplateDraft {
  readonly templateId?: number | undefined;
  readonly version?: number | undefined;
  readonly name: string;
  readonly purpose: string;
  readonly isDefault: boolean;
  readonly content: PrintTemplate;
}

interface Held {
  readonly template_id: number;
  readonly name: string;
  readonly version: number;
}

/** Stores a template, or a new version of one. */
export async function saveTemplate(db: Database, actor: Actor, type: RecordType, draft: TemplateDraft) {
  const held = await holdTemplates(db, type);
  const former = held.find((one) => one.template_id === draft.templateId);
  if (draft.templateId !== undefined && !former) throw new AppError('print.no_template');
  if (former && draft.version !== undefined && draft.version !== former.version) throw new AppError('record.conflict');
  if (!former && held.length >= mostTemplates) throw new AppError('print.too_many_templates', { max: mostTemplates });
  const isTaken = held.some((one) => one !== former && one.name.toLowerCase() === draft.name.toLowerCase());
  if (isTaken) throw new AppError('print.name_taken', { name: draft.name });
  await requireFields(db, actor, type, draft.content, former);
  if (draft.isDefault)
    await db.updateTable('document_template').set({ is_default: false }).where('type_code', '=', type.code).execute();
  const version = (former?.version ?? 0) + 1;
  const row = {
    name: draft.name,
    purpose: draft.purpose,
    is_default: draft.isDefault,
    version,
    update_user_id: actor.userId,
    update_time: sql<string>`now()`,
  };
  const { template_id: templateId } = former
    ? await db
        .updateTable('document_template')
        .set(row)
        .where('template_id', '=', former.template_id)
        .returning('template_id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('document_template')
        .values({ ...row, type_code: type.code })
        .returning('template_id')
        .executeTakeFirstOrThrow();
  const content = sql`${JSON.stringify(draft.content)}::jsonb`;
  await db
    .insertInto('document_template_version')
    .values({ template_id: templateId, version, content, create_user_id: actor.userId })
    .execute();
  await db
    .deleteFrom('document_template_version')
    .where('template_id', '=', templateId)
    .where('version', '<=', version - mostVersions)
    .execute();
  await trace(db, actor, 'template.saved', `${type.name} ${templateId} ${draft.name}`);
  return { templateId, version };
}

export async function removeTemplate(db: Database, actor: Actor, type: RecordType, templateId: number): Promise<void> {
  const removed = await db
    .deleteFrom('document_template')
    .where('type_code', '=', type.code)
    .where('template_id', '=', templateId)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw new AppError('print.no_template');
  await trace(db, actor, 'template.deleted', `${type.name} ${templateId} ${removed.name}`);
}

/** All of a type, until the transaction ends: two saves would make two defaults, or two of one name. */
async function holdTemplates(db: Database, type: RecordType): Promise<Held[]> {
  await sql`select pg_advisory_xact_lock(62, ${type.code})`.execute(db);
  return db
    .selectFrom('document_template')
    .select(['template_id', 'name', 'version'])
    .where('type_code', '=', type.code)
    .execute();
}

/**
 * A template names only fields that its author sees (security A6), and those that it has named before: somebody with more
 * rights may have made it.
 */
async function requireFields(db: Database, actor: Actor, type: RecordType, content: PrintTemplate, former?: Held) {
  const fields = await printFields(db, actor, type);
  const before = former && (await storedKeys(db, former));
  const missing = (['record', 'line'] as const).flatMap((group) => {
    const known = new Set(fields.filter((one) => (one.group === 'line') === (group === 'line')).map(({ key }) => key));
    return [...keysOfTemplate(content)[group]].filter((key) => !known.has(key) && !before?.[group].has(key));
  });
  const [name] = missing;
  if (name !== undefined) throw new AppError('print.field', { name: name.slice(0, 60) });
}

async function storedKeys(db: Database, { template_id, version }: Held): Promise<TemplateKeys | undefined> {
  const row = await db
    .selectFrom('document_template_version')
    .select('content')
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && keysOfTemplate(printTemplate.parse(row.content));
}

const trace = (db: Database, actor: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId: actor.userId, what, subject, result: 'done', address: actor.address });
