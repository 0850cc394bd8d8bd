import { StartError } from '#server/platform/config.ts';

const required = ['fsync', 'full_page_writes', 'synchronous_commit'];

interface Queryable {
  query(text: string): Promise<{ rows: { name: string; setting: string }[] }>;
}

/**
 * Refuses a database that may lose acknowledged writes (security D2). Check with a connection of the application's own
 * role: synchronous_commit can be set per role and per database.
 * @throws StartError
 */
export async function checkDurability(client: Queryable): Promise<void> {
  const names = required.map((name) => `'${name}'`).join(', ');
  const { rows } = await client.query(`select name, setting from pg_settings where name in (${names})`);
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const off = required.filter((name) => (settings.get(name) ?? 'off') === 'off');
  if (off.length > 0)
    throw new StartError(
      `The database runs with ${off.map((name) => `${name} = off`).join(', ')} and may lose data: turn it on.`,
      { kind: 'unsafe' },
    );
}
