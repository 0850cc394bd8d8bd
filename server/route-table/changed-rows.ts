import pg from 'pg';

/** What a call did to the rows of each table: `customer.rows` how many there are more, `customer.changed` whether any differs. */
export type RowChanges = Readonly<Record<string, number>>;

export interface ChangedRows {
  /** What happened since this was asked last. */
  readonly taken: () => Promise<RowChanges>;
  readonly close: () => Promise<void>;
}

interface Change {
  readonly name: string;
  readonly before: Row | null;
  readonly after: Row | null;
}
type Row = Readonly<Record<string, unknown>>;

/** Has every table write down what becomes of its rows, so that nobody has to count them before and after. */
export async function watchRows(ownerUrl: string): Promise<ChangedRows> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create schema watched;
    create table watched.change (change_id bigint generated always as identity, name text, before jsonb, after jsonb);
    create function watched.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watched.change (name, before, after) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    do $$
    declare
      -- logs, first uses, and news that are sent a second later change for reasons of their own
      unwatched constant text[] := '{audit,operation_log,session_login,login_failure,app_secret,known_address,push_event}';
      name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> all(unwatched) loop
        execute format('create trigger watched after insert or update or delete on %I
          for each row execute function watched.note()', name);
      end loop;
    end $$`);
  const { rows: flags } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type in ('boolean', 'smallint') group by 1`,
  );
  const flagsOf = new Map(flags.map(({ name, columns }) => [name, columns]));
  return {
    taken: async () => {
      const { rows } = await client.query<Change>('delete from watched.change returning name, before, after');
      return summary(rows, flagsOf);
    },
    close: () => client.end(),
  };
}

/** By table: rows more or less, whether any is no longer what it was, and what that did to each flag. */
function summary(changes: readonly Change[], flagsOf: ReadonlyMap<string, readonly string[]>): RowChanges {
  const sums = new Map<string, number>();
  const add = (key: string, value: number) => sums.set(key, (sums.get(key) ?? 0) + value);
  for (const { name, before, after } of changes) {
    add(`${name}.rows`, Number(after !== null) - Number(before !== null));
    // how many depends on what there is: a list that is put in another order
    if (before && after && JSON.stringify(before) !== JSON.stringify(after)) sums.set(`${name}.changed`, 1);
    for (const flag of flagsOf.get(name) ?? [])
      add(`${name}.${flag}`, Number(after?.[flag] ?? 0) - Number(before?.[flag] ?? 0));
  }
  return Object.fromEntries(
    [...sums].filter(([, value]) => value !== 0).toSorted(([one], [other]) => one.localeCompare(other)),
  );
}
