import { sql } from 'kysely';
import '#server/platform/log/operations.ts';
import { after, allOf, partOf, placeOf, within, type Place } from '#server/modules/admin/audit/parts.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { recordModules } from '#server/record/registry.ts';
import type { auditCalls, OperationEntry } from '#shared/admin/audit/audit-calls.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { z } from 'zod';

export type OperationFilter = z.output<(typeof auditCalls.exportOperations)['input']>;
interface StoredOperation {
  readonly place: string;
  readonly id: number;
  readonly time: string;
  readonly userId: number;
  readonly kind: string;
  readonly object: string;
  readonly subject: string;
  readonly recordId: number | null;
  readonly records: number;
  readonly code: string;
  readonly address: string;
}

/** What people have done and were refused, newest first. @throws AppError `audit.period`, `audit.cursor` */
export async function operationsOf(
  db: Database,
  actor: Actor,
  { userId, result, kind, object, ...period }: OperationFilter,
  { cursor, limit }: Place,
): Promise<OutputOf<typeof auditCalls.operations>> {
  const conditions = [
    ...(userId === undefined ? [] : [sql<boolean>`user_id = ${userId}`]),
    ...(kind === undefined ? [] : [sql<boolean>`kind = ${kind}`]),
    ...(object === undefined ? [] : [sql<boolean>`object = ${object}`]),
    ...(result === undefined ? [] : [result === 'done' ? sql<boolean>`result = ''` : sql<boolean>`result <> ''`]),
    ...within(period),
    ...after(cursor, 'operation_log_id'),
  ];
  const { rows } = await sql<StoredOperation>`
    select ${placeOf('operation_log_id')} as place, operation_log_id as id, created_at as time, user_id as "userId", kind,
      object, subject, record_id as "recordId", records, result as code, address
    from operation_log ${allOf(conditions)} order by created_at desc, operation_log_id desc limit ${limit + 1}`.execute(
    db,
  );
  const { list, next } = partOf(rows, limit);
  const directory = await directoryOf(db, actor.rights.version);
  const nameOf = await recordNames(db, actor, list, directory);
  return {
    next,
    list: list.map(({ place: _place, code, ...row }): OperationEntry => ({
      ...row,
      userName: directory.user(row.userId) ?? '',
      recordName: nameOf(row.subject, row.recordId),
      result: code === '' ? 'done' : 'refused',
      reason: code === '' ? '' : reasonOf(actor, code),
    })),
  };
}

/** A refusal without what would be filled in: the log knows the code alone. */
function reasonOf({ language }: Actor, code: string): string {
  const said = isMessageKey(code) ? translate(language, code) : '';
  return said === '' || said.includes('{') ? translate(language, 'audit.reason_other', { code }) : said;
}

/** Names of records that the reader may see, of people and departments; '' for all others. */
async function recordNames(
  db: Database,
  actor: Actor,
  rows: readonly StoredOperation[],
  directory: Directory,
): Promise<(subject: string, id: number | null) => string> {
  const names = new Map<string, string>();
  for (const { type } of recordModules()) {
    const ids = [...new Set(rows.flatMap((row) => (row.subject === type.name ? (row.recordId ?? []) : [])))];
    if (ids.length === 0 || !actor.mayDo(permissionOf(type, 'read'))) continue;
    const found = await sql<{ id: number; name: string }>`
      select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as name
      from ${visible(type, scoped(actor, type))} where r.${sql.ref(type.idColumn)} = any(${ids}::bigint[])`.execute(db);
    for (const { id, name } of found.rows) names.set(`${type.name} ${id}`, name);
  }
  return (subject, id) => {
    if (id === null) return '';
    if (subject === 'user') return directory.user(id) ?? '';
    if (subject === 'dept') return directory.dept(id) ?? '';
    return names.get(`${subject} ${id}`) ?? '';
  };
}
