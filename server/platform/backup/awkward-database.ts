import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

// For tests of backups: a schema with everything that is hard to back up, in place of our own: seeded rows, circular
// and self references, counters kept by a trigger, partitions, generated and always-identity columns, values that text
// formats tend to lose.
const schema = `
  create table setting (name text primary key, value jsonb not null);
  insert into setting values ('seeded', '1'), ('seeded too', '2');
  create table "order" (id bigint generated always as identity primary key, name text not null, parent_id bigint references "order",
    main_line_id bigint, doubled int generated always as (length(name) * 2) stored, unique (name));
  create table line (id serial primary key, order_id bigint not null references "order" on delete cascade deferrable initially deferred, amount numeric(15, 2) not null);
  alter table "order" add constraint order_main_line foreign key (main_line_id) references line;
  create table counter (what text primary key, total int not null);
  create function count_orders() returns trigger language plpgsql as $$ begin
    insert into counter values ('orders', 1) on conflict (what) do update set total = counter.total + 1; return new; end $$;
  create trigger order_count after insert on "order" for each row execute function count_orders();
  create table odd (id int primary key, bytes bytea, texts text[], numbers int[][], nothing jsonb, nested jsonb, exact json,
    big numeric, small real, at timestamptz, day date, span interval, during tstzrange, flags bit varying, place point);
  create table reading (at date not null, value int) partition by range (at);
  create table reading_2025 partition of reading for values from ('2025-01-01') to ('2026-01-01');
  create table reading_2026 partition of reading for values from ('2026-01-01') to ('2027-01-01');
  create unique index order_named on "order" (name) where name <> '';
  create index line_amount on line (amount desc, order_id) include (id) with (fillfactor = 70);
  create unlogged table scratch (a int);
  create materialized view order_total as select count(*)::int as total from "order";
  create table session_login (login_id int primary key, user_agent text);
  create table session_token (token_hash bytea primary key, login_id int references session_login on delete cascade);
  create table app_secret (name text primary key, value bytea);
  create table outbox (outbox_id int primary key, state smallint not null, reason text not null default '', finished_at timestamptz);
`;

export const rows = `
  insert into "order" (name, parent_id) values ('第一', null), ('second', 1), (E'tab\\tline\\nback\\\\slash', 3), ('', 2);
  insert into line (order_id, amount) select 1 + i % 4, i / 100.0 from generate_series(1, 20000) as i;
  update "order" set main_line_id = 8 where id = 1;
  delete from "order" where id = 4;
  update setting set value = '"kept"' where name = 'seeded';
  delete from setting where name = 'seeded too';
  insert into odd values
    (1, '\\x00ff0a5c'::bytea, array['a,b', null, '', '{"x"}'], '{{1,2},{3,4}}', 'null', '{"a": [1, null, "\\\\N"], "n": 12345678901234567890.10}', '{ "a":1,  "a":2 }',
     123456789012345678901234567890.123456789, 'NaN', 'infinity', '0044-03-15 BC', '1 year 2 days 03:04:05.678901', '[2026-01-01 00:00+08,)', '10110', '(1.5,-2)'),
    (2, null, '{}', null, null, '{}', null, 'NaN', 1e-38, '2026-02-28 23:59:59.999999+08', null, null, 'empty', '', null),
    (3, '', array['\\N', '\\.'], null, '"\\u4e2d"', '[]', 'null', -0.000, 3.4028235e38, '2026-11-21 09:20:00+08', '9999-12-31', '-1 mon', null, null, '(0,0)');
  insert into reading select day, 1 from generate_series('2025-12-30'::date, '2026-01-03', '1 day') as day;
  insert into scratch values (1);
  insert into session_login values (1, 'browser');
  insert into session_token values ('\\x01', 1);
  insert into app_secret values ('links', '\\x02');
  insert into outbox (outbox_id, state) values (1, 0), (2, 1);
  refresh materialized view order_total;
  create index order_custom on "order" (lower(name));
`;

/** Everything that must be restored, as one value per table. */
const contents = {
  orders: 'select o::text from "order" o order by id',
  lines: `select md5(string_agg(l::text, ';' order by id)) from line l`,
  settings: 'select s::text from setting s order by name',
  counters: 'select c::text from counter c',
  odd: `select o::text, nothing is null as is_null, exact::text from odd o order by id`,
  readings: 'select tableoid::regclass::text, r::text from reading r order by at',
  totals: 'select * from order_total',
  next: `select nextval('order_id_seq'), nextval('line_id_seq')`,
  constraints: `select conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace = 'public'::regnamespace order by conname, conrelid::regclass::text`,
  indexes: `select indexdef, indisvalid from pg_indexes join pg_index on indexrelid = indexname::regclass where schemaname = 'public' and indexname <> 'order_custom' order by indexname collate "C"`,
  triggers: `select tgname, tgenabled from pg_trigger where not tgisinternal order by tgname`,
};

/** In place of our own migrations. */
export const migrations = () => [{ version: 1, name: 'all', sql: schema }];

export async function migrate(url: string, { to = 1 } = {}): Promise<number> {
  await run(
    url,
    `create table schema_migration (version int primary key, name text not null, applied_at timestamptz not null default now())`,
  );
  if (to === 1) await run(url, `${schema}; insert into schema_migration values (1, 'all')`);
  return to;
}

export async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** What leaves the house: after a restore nothing waits, since it may have left after the backup. */
export const readOutbox = async (url: string): Promise<unknown[]> =>
  (await run(url, 'select outbox_id as id, state, reason, finished_at is not null as over from outbox order by 1'))
    .rows;
export const heldOutbox = [
  { id: 1, state: 2, reason: 'restored', over: true },
  { id: 2, state: 1, reason: '', over: false },
];

export async function read(url: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(contents)) found[name] = (await run(url, sql)).rows;
  return found;
}

/** Writes orders with one line each until `stop`. */
export async function startWriting(url: string): Promise<{ stop: () => Promise<void> }> {
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  let isWriting = true;
  const writing = (async () => {
    for (let i = 0; isWriting; i += 1) {
      await writer.query(
        `with o as (insert into "order" (name) values ($1) returning id) insert into line (order_id, amount) select id, 1 from o`,
        [`m${i}`],
      );
    }
  })();
  return {
    stop: async () => {
      isWriting = false;
      await writing.finally(() => writer.end());
    },
  };
}

/** Creates a shell script of this name in the folder. */
export function fakeProgram(folder: string, name: string, script: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
