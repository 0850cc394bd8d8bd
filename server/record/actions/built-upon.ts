import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModule } from '#server/record/registry.ts';
import { deedText } from '#server/record/rows/history.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Standing {
  readonly operationId: number;
  readonly verb: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly userId: number;
  readonly count: number;
}

/**
 * Refuses to take an import back while an action stands on its records that has consequences of its own, such as entries
 * of opening balances: leaving those records alone would use up the undo of the import for good.
 * @throws AppError `import.built_upon`, which names the action that is undone first
 */
export async function refuseBuiltUpon(db: Database, actor: Actor, type: RecordType, importId: number): Promise<void> {
  const transitions = Object.values(recordModule(type.code).rules.transitions ?? {}).flatMap((column) =>
    Object.entries(column).flatMap(([name, { undo }]) => (undo ? [name] : [])),
  );
  if (transitions.length === 0) return;
  const { rows } = await sql<Standing>`
    select p.operation_id as "operationId", p.verb, p.details, p.user_id as "userId", count(*)::int as count
    from import_task t
    join import_row i on i.import_id = t.import_id and i.result in ('created', 'updated') and i.undo is null
    join operation_row o on o.record_id = i.record_id
    join operation p on p.operation_id = o.operation_id and p.type_code = ${type.code} and p.undone_time is null
      and p.create_time > t.create_time and p.details ->> 'transition' = any(${transitions}::text[])
    where t.import_id = ${importId}
    group by p.operation_id order by p.operation_id desc limit 1`.execute(db);
  const [standing] = rows;
  if (!standing) return;
  const { operationId, verb, details, userId, count } = standing;
  const names = await directoryOf(db, actor.rights.version);
  const whole = await wholeOf(db, operationId);
  throw new AppError(
    'import.built_upon',
    {
      name: names.user(userId) ?? '',
      deed: deedText(type, verb, details, names, actor.language),
      count,
    },
    // whoever did it takes it back among their own actions
    { operationId: userId === actor.userId ? whole : null },
  );
}

/** The action that one is undone with: that of which it is a part, or itself. */
async function wholeOf(db: Database, operationId: number): Promise<number> {
  const { part_of: whole } = await db
    .selectFrom('operation')
    .select('part_of')
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow();
  return whole ?? operationId;
}
