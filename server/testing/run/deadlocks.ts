import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { vi } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { clusterFiles } from '#server/testing/test-database.ts';

/** What belongs to the line before: further lines of a statement, and who waited for whom. */
const goesOn = /^(?:\t|.*(?:DETAIL|HINT|CONTEXT|STATEMENT): )/;

/** Who waited for whom in this database and with which statements, one text for each deadlock since it was made. */
export async function deadlocksOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string; deadlocks: number }>`
    select datname as name, deadlocks::int from pg_stat_database where datname = current_database()`.execute(db);
  const { name, deadlocks } = rows[0] ?? { name: '', deadlocks: Number.NaN };
  if (deadlocks === 0) return [];
  // the log is written by another process, a little later
  return vi.waitFor(() => {
    const found = logged(name);
    if (found.length < deadlocks) throw new Error(`${deadlocks} deadlocks, of which the log has ${found.length}`);
    return found;
  });
}

function logged(database: string): string[] {
  const found: string[] = [];
  let isOurs = false;
  for (const line of logLines()) {
    if (!goesOn.test(line)) {
      isOurs = line.includes(`@${database} `) && line.includes('deadlock detected');
      if (isOurs) found.push('');
    }
    if (isOurs) found.push(`${found.pop() ?? ''}${line}\n`);
  }
  return found;
}

function logLines(): string[] {
  const { logs } = clusterFiles();
  return readdirSync(logs).flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'));
}
