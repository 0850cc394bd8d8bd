import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ToolCalls } from '#shared/record/calls/tool-calls.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { columnLabel } from '#server/record/fields/list-columns.ts';
import { compileQuery, whereOf, type ParsedQuery } from '#server/record/query/list.ts';
import { scoped } from '#server/record/access/scope.ts';

type Sums = z.output<ToolCalls['sums']['output']>;

/** Sums of the number fields visible to the reader, over the rows of the own scope, and whether these are all rows. */
export async function sumsOf(db: Database, actor: Actor, type: RecordType, asked: ParsedQuery): Promise<Sums> {
  const query = await compileQuery(db, actor, type, asked);
  const columns = listColumns(type, query.fields).filter(({ formType }) => serverTypeOf(formType).isSummed);
  const isComplete = scoped(actor, type).owners === 'all' ? 1 : 0;
  if (columns.length === 0) return { sums: [], isComplete };
  const sums = columns.map((column, at) => sql`coalesce(sum(${column.value}), 0)::text as ${sql.ref(`s${at}`)}`);
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(sums)} from ${sql.table(type.table)} as r where ${whereOf(query)}`.execute(db);
  return {
    sums: columns.map((column, at) => ({
      fieldName: column.key,
      name: columnLabel(type, column, actor),
      sum: rows[0]?.[`s${at}`] ?? '0',
    })),
    isComplete,
  };
}
