import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { readRow } from '#server/record/rows/read.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';

interface Similar {
  id: number;
  name: string;
  version: number;
  ownerUserName: string;
  createTime: string;
  mayWrite: 0 | 1;
}

const most = 20;

/**
 * Other records in the actor's scope with an equivalent name, oldest first, found by the index on `company_name_key`.
 * @throws AppError `access.record`
 */
export async function findSimilar(db: Database, actor: Actor, type: RecordType, id: number): Promise<Similar[]> {
  const row = await readRow(db, actor, type, id);
  const { rows } = await sql<{
    id: number;
    name: string;
    version: number;
    owner: number;
    create_time: string;
    may_write: boolean;
  }>`
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as name, r.version, r.owner_user_id as owner,
      r.create_time, ${scoped(actor, type, 'write').where} as may_write
    from ${visible(type, scoped(actor, type))}
    where company_name_key(r.${sql.ref(type.titleField)}) = company_name_key(${row[type.titleField]}::text)
      and company_name_key(r.${sql.ref(type.titleField)}) <> '' and r.${sql.ref(type.idColumn)} <> ${id}
    order by r.${sql.ref(type.idColumn)} limit ${most}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const mayUpdate = actor.mayDo(permissionOf(type, 'update'));
  return rows.map((one) => ({
    id: one.id,
    name: one.name,
    version: one.version,
    ownerUserName: names.user(one.owner) ?? '',
    createTime: one.create_time,
    mayWrite: mayUpdate && one.may_write ? 1 : 0,
  }));
}
