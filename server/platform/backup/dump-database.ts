import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import type { CatalogTable } from './catalog.ts';
import { dumpFile, type DumpedManifest } from './manifest.ts';
import { connectionEnvironment, outcomeOf, startProgram, type PostgresProgram } from './postgres-program.ts';
import { hashFile } from './stored-files.ts';

const { escapeIdentifier } = pg;

interface DumpOptions {
  /** In a transaction that shows one moment; `pg_dump` reads the same snapshot. */
  readonly client: pg.Client;
  readonly ownerUrl: string;
  readonly folder: string;
  readonly program: PostgresProgram;
}

/**
 * Lets `pg_dump` write the archive of the schema `public`, with rows of partitions as rows of their table. The rows
 * that the archive must hold are counted here, in the same snapshot, and compared after a restore.
 * @throws StartError with the last output of the program
 */
export async function dumpDatabase(
  { client, ownerUrl, folder, program }: DumpOptions,
  catalog: readonly CatalogTable[],
): Promise<Pick<DumpedManifest, 'madeBy' | 'tables' | 'dump'>> {
  const snapshot = await valueOf(client, 'select pg_export_snapshot() as value');
  const file = join(folder, dumpFile);
  const args = [
    '--format=custom',
    '--schema=public',
    '--no-unlogged-table-data',
    '--load-via-partition-root',
    '--encoding=UTF8',
    '--no-password',
    `--snapshot=${snapshot}`,
    `--file=${file}`,
  ];
  const dumping = outcomeOf(startProgram(program.name, args, connectionEnvironment(ownerUrl)));
  dumping.catch(() => undefined); // reported below, once the tables have been counted
  const tables: DumpedManifest['tables'] = [];
  for (const { name, columns } of catalog) {
    const rows = await valueOf(client, `select count(*)::text as value from ${escapeIdentifier(name)}`);
    tables.push({ name, columns, rows: Number(rows) });
  }
  const { code, errors } = await dumping;
  if (code !== 0) throw new StartError(`${program.name} failed: ${errors.trim().split('\n').at(-1) ?? ''}`);
  await chmod(file, 0o600);
  const { size } = await stat(file);
  return { madeBy: 'pg_dump', tables, dump: { major: program.major, bytes: size, sha256: await hashFile(file) } };
}

async function valueOf(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(query);
  if (!rows[0]) throw new Error(`no answer to ${query}`);
  return rows[0].value;
}
