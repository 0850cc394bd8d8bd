import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { operationCalls } from '#shared/record/calls/ownership-calls.ts';
import { typesOff } from '#server/record/access/applications.ts';
import { deedText } from '#server/record/rows/history.ts';
import { undoDays, undoOperation } from '#server/record/actions/undo.ts';
import { namesOf } from '#server/record/actions/named-rows.ts';
import { recordModule } from '#server/record/registry.ts';

export const operationRoutes = (): Route[] => [
  route(operationCalls.list, async ({ db, actor, input }) =>
    listOperations(db, actor, { limit: input.limit ?? 15, offset: ((input.page ?? 1) - 1) * (input.limit ?? 15) }),
  ),
  route(operationCalls.undo, async ({ db, actor, input }) => {
    const { undone, kept } = await undoOperation(db, actor, input.operationId);
    return { undone, kept: [...kept] };
  }),
];

async function listOperations(db: Database, actor: Actor, page: { limit: number; offset: number }) {
  const recent = db
    .selectFrom('operation')
    .where('user_id', '=', actor.userId)
    .where('part_of', 'is', null)
    .where('is_part', '=', false)
    .where(sql<boolean>`type_code <> all(${typesOff(actor).map(({ code }) => code)}::int[])`)
    .where(sql<boolean>`create_time > now() - make_interval(days => ${undoDays})`);
  const { total } = await recent.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await recent.selectAll().orderBy('operation_id', 'desc').limit(page.limit).offset(page.offset).execute();
  const names = await directoryOf(db, actor.rights.version);
  const named = await namesOf(db, actor, rows);
  return {
    totalRow: total,
    list: rows.map((row) => ({
      operationId: row.operation_id,
      typeCode: row.type_code,
      verb: row.verb,
      text: textOf(row, named.get(row.operation_id)?.fields ?? [], names, actor.language),
      titles: [...(named.get(row.operation_id)?.titles ?? [])],
      rowTotal: row.row_total,
      createTime: row.create_time,
      undoneTime: row.undone_time,
      mayUndo: row.undone_time === null && actor.mayDo(row.access as Permission) ? 1 : 0,
    })),
  };
}

interface Done {
  readonly type_code: number;
  readonly verb: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The action, an edit with the fields that it set. */
function textOf({ type_code, verb, details }: Done, fields: readonly string[], names: Directory, language: Language) {
  const { type } = recordModule(type_code);
  if (fields.length === 0) return deedText(type, verb, details, names, language);
  const noun = translate(language, type.name as MessageKey).toLowerCase();
  const field = fields.join(translate(language, 'record_action.comma'));
  return translate(language, 'undo.edited', { noun, field });
}
