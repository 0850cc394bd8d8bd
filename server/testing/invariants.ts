import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openLocalStore } from '#server/platform/files/file-store.ts';
import type { Entry } from '#server/testing/journal.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Each answers what contradicts it of the records of a type, or of what there is beside them; none may answer a row (security G7). */
const queriesOf = ({ code, name, table, idColumn, idKey, family }: RecordType): Readonly<Record<string, string>> => ({
  [`a counter of ${name} is not their number`]: `
    select coalesce(c.owner_user_id, r.owner) as owner, c.total, r.total as counted
    from (select * from record_count where type_code = ${code} and total <> 0) as c
    full join (select coalesce(owner_user_id, 0) as owner, count(*) as total from ${table} where deleted_at is null group by 1) as r
      on r.owner = c.owner_user_id
    where c.total is distinct from r.total`,
  'the bytes of a person are not those of their files': `
    select coalesce(u.user_id, r.owner) as owner, u.bytes, r.bytes as counted
    from (select * from file_usage where bytes <> 0) as u
    full join (select owner, sum(size) as bytes from stored_file, unnest(array[0, create_user_id]) as owner group by owner) as r
      on r.owner = u.user_id
    where u.bytes is distinct from r.bytes`,
  [`a ${name} does not say where it comes from`]: `
    select c.${idColumn} from ${table} as c
    where (select count(*) from event as e
           where e.type_code = ${code} and e.record_id = c.${idColumn} and e.type in ('${name}.created', '${name}.imported') and e.version = 1) <> 1`,
  [`an event speaks of a ${name} that never was`]: `
    select e.event_id from event as e
    where e.type_code = ${code} and not exists (select from ${table} as c where c.${idColumn} = e.record_id)`,
  [`the files of a ${name} do not lead to it`]: `
    select c.${idColumn} from ${table} as c
    left join file_batch as b on b.batch_id = c.batch_id
    where b.record_id is distinct from c.${idColumn}`,
  'a file has no batch': `
    select f.file_id from stored_file as f where not exists (select from file_batch as b where b.batch_id = f.batch_id)`,
  'a kept reply is no reply, or names a record that is not there': `
    select i.key from idempotency as i
    where i.reply is null
       or (i.route = '${family}/addOrUpdate'
           and not exists (select from ${table} as c where c.${idColumn} = (i.reply ->> '${idKey}')::bigint))`,
  'an import counts other rows than it wrote': `
    select t.import_id from import_task as t
    left join (
      select import_id, sum(rows) as rows, count(distinct record_id) filter (where result = 'created') as records,
             count(*) filter (where result = 'created') as documents,
             sum(rows) filter (where result = 'created') as created, count(*) filter (where result = 'failed') as failed
      from (select *, 1 + coalesce(cardinality(further_rows), 0) as rows from import_row) as w
      group by import_id) as r using (import_id)
    where t.created_rows + t.updated_rows + t.skipped_rows + t.failed_rows <> coalesce(r.rows, 0)
       or t.created_rows <> coalesce(r.created, 0) or t.failed_rows <> coalesce(r.failed, 0)
       or r.records <> r.documents`,
});

/** What does not hold in a database and its file store, of the records of a type that tests have written. Empty when all is well. */
export async function brokenInvariants(ownerUrl: string, dataDir: string, type: RecordType): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const broken: string[] = [];
    for (const [name, query] of Object.entries(queriesOf(type))) {
      const { rows } = await client.query(query);
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return [...broken, ...(await brokenFiles(client, dataDir))];
  });
}

/** Each file row has its object with equal content. */
async function brokenFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const store = openLocalStore(join(dataDir, 'files'));
  const { rows } = await client.query<{ storage_key: string; sha256: Buffer }>(
    'select storage_key, sha256 from stored_file',
  );
  return rows
    .filter(({ storage_key: key, sha256 }) => {
      try {
        return !createHash('sha256')
          .update(readFileSync(store.pathOf(key)))
          .digest()
          .equals(sha256);
      } catch {
        return true;
      }
    })
    .map((row) => `the file ${row.storage_key} is not what its row says`);
}

const liveOf = ({ table, idColumn, titleField }: RecordType): string =>
  `select ${idColumn} as id, ${titleField} as name from ${table} where deleted_at is null`;

/** Acknowledged writes that are not there, or not as they were acknowledged, or there twice (security D1). */
export async function lostEntries(ownerUrl: string, entries: readonly Entry[], type: RecordType): Promise<Entry[]> {
  return withClient(ownerUrl, async (client) => {
    const { rows: records } = await client.query<{ id: string; name: string }>(liveOf(type));
    const { rows: files } = await client.query<{ id: string; sha256: string }>(
      "select file_id as id, encode(sha256, 'hex') as sha256 from stored_file",
    );
    const nameOf = new Map(records.map((row) => [Number(row.id), row.name]));
    const hashOf = new Map(files.map((row) => [Number(row.id), row.sha256]));
    return entries.filter((entry) =>
      entry.kind === 'record' ? nameOf.get(entry.id) !== entry.name : hashOf.get(entry.id) !== entry.sha256,
    );
  });
}
