import type pg from 'pg';

/** Where migrations record themselves; its content comes from running them, not from a backup. */
export const migrationTable = 'schema_migration';

export interface CatalogTable {
  name: string;
  /** Without generated columns: the database computes those itself. */
  columns: string[];
}

/** The session of a backup or restore: no time limits, and text forms that do not depend on anybody's settings. */
export const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set timezone = 'UTC'; set client_encoding = 'UTF8'; set search_path = public;
`;

/**
 * All tables of the schema public that hold data of their own: not those of extensions, not unlogged ones (which
 * PostgreSQL itself empties after a crash), and partitioned ones once.
 */
export async function readTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p' and c.relname <> $1
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname collate "C"`,
    [migrationTable],
  );
  return rows;
}

export async function readSequences(client: pg.Client): Promise<string[]> {
  return readNames(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  );
}

export async function readIndexes(client: pg.Client): Promise<string[]> {
  return readNames(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')`,
  );
}

export interface PlainIndex {
  name: string;
  /** The statement that makes it. */
  definition: string;
}

/** Indexes that no constraint stands on, of tables without partitions: they can be dropped and made again. */
export async function readPlainIndexes(client: pg.Client): Promise<PlainIndex[]> {
  const { rows } = await client.query<PlainIndex>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition
        and not exists (select 1 from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e')
      order by t.relname, i.relname`,
  );
  return rows;
}

export async function readMaterializedViews(client: pg.Client): Promise<string[]> {
  return readNames(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm'`,
  );
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Partitions come and go with their parent table. */
export async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
      order by t.relname, c.conname`,
  );
  return rows;
}

async function readNames(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${sql} order by relname collate "C"`);
  return rows.map(({ name }) => name);
}
