import { sql, type RawBuilder } from 'kysely';
import '#server/messages/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { allMessageLabels } from '#shared/messages/message-labels.ts';

/** Which of a person's messages. */
export interface Wanted {
  readonly label?: number | undefined;
  readonly isRead?: number | undefined;
  /** Older than this one. */
  readonly before?: number | undefined;
  /** None that are about records of these types. */
  readonly without?: readonly RecordType[];
}

export interface StoredMessage {
  readonly message_id: number;
  readonly type: number;
  readonly label: number;
  readonly type_code: number | null;
  readonly record_id: number | null;
  readonly caused_by: number | null;
  readonly details: Details;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly settled_by: number | null;
  readonly settled_as: string | null;
}

export interface Details {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly remarks?: string;
  /** Of several records: their type, and how many. */
  readonly kind?: string;
  readonly count?: number;
}

/** Counting of a kind stops here. */
const counted = 1000;

const labelsOf = ({ label }: Wanted): number[] => (label === undefined ? [...allMessageLabels] : [label]);

/** A condition on the alias `m` that an index answers from its newest entry on, however many messages there are. */
const wantedIn = (userId: number, { isRead, before, without = [] }: Wanted): RawBuilder<boolean> => {
  const parts = [sql`m.user_id = ${userId} and m.label = l.label and m.deleted_at is null`];
  if (isRead === 0) parts.push(sql`m.read_at is null`);
  if (isRead === 1) parts.push(sql`m.read_at is not null`);
  if (before !== undefined) parts.push(sql`m.message_id < ${before}`);
  if (without.length > 0)
    parts.push(
      sql`coalesce(m.type_code <> all(${without.map(({ code }) => code)}::int[]), true)`,
      // of several records
      sql`coalesce(m.details ->> 'kind' <> all(${without.map(({ name }) => name)}::text[]), true)`,
    );
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

/** The newest of each kind are few, and the newest of all among them. */
export async function newestMessages(
  db: Database,
  userId: number,
  wanted: Wanted,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select n.* from unnest(${labelsOf(wanted)}::smallint[]) as l (label) cross join lateral (
      select m.message_id, m.type, m.label, m.type_code, m.record_id, m.caused_by, m.details, m.settled_by, m.settled_as,
        to_char(m.created_at, 'YYYY-MM-DD HH24:MI:SS') as created_at, to_char(m.read_at, 'YYYY-MM-DD HH24:MI:SS') as read_at
      from message m where ${wantedIn(userId, wanted)}
      order by m.message_id desc limit ${limit + offset}
    ) as n
    order by n.message_id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many there are by kind, at most 1,000 of each. */
export async function countByLabel(db: Database, userId: number, wanted: Wanted): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ label: number; count: number }>`
    select l.label, (
      select count(*) from (select from message m where ${wantedIn(userId, wanted)} limit ${counted}) as counted
    )::int as count
    from unnest(${labelsOf(wanted)}::smallint[]) as l (label)`.execute(db);
  return new Map(rows.map(({ label, count }) => [label, count]));
}
