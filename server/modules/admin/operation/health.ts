import { sql } from 'kysely';
import { listBackups } from '#server/modules/admin/operation/backups.ts';
import { readDiskSpace } from '#server/platform/database/embedded/disk-space.ts';
import { migrations } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { deadLetterQueue } from '#server/platform/jobs/queues.ts';
import type { Services } from '#server/platform/services.ts';
import type { HealthCheck } from '#shared/admin/operation/operation-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

type Level = HealthCheck['level'];
type Params = Readonly<Record<string, string | number>>;
interface Found {
  readonly level: Level;
  /** The end of its message, where it differs from the level. */
  readonly case?: string;
  readonly params?: Params;
}
type Look = (services: Services, db: Database) => Promise<Found>;

const hour = 3600;
/** Hours after which a backup is late: one is made every night. */
const backupHours = { watch: 30, bad: 72 };
/** Share of the disk that should be free. */
const freeShare = { watch: 0.15, bad: 0.05 };
/** Seconds that work may wait. */
const waiting = { watch: 10 * 60, bad: hour };
/** Seconds between the clocks of server and database. */
const drift = { watch: 5, bad: 60 };
const answerMilliseconds = { watch: 200, bad: 1000 };

const above = (value: number, { watch, bad }: { readonly watch: number; readonly bad: number }): Level =>
  value >= bad ? 'bad' : value >= watch ? 'watch' : 'good';

const looks: Readonly<Record<string, Look>> = {
  database: async (_services, db) => {
    const since = performance.now();
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
    const milliseconds = Math.round(performance.now() - since);
    return {
      level: above(milliseconds, answerMilliseconds),
      params: { milliseconds, version: rows[0]?.version.split(' ')[0] ?? '' },
    };
  },
  disk: async ({ config }) => {
    const { free, total } = await readDiskSpace(config.dataDir);
    const share = free / total;
    const level = share < freeShare.bad ? 'bad' : share < freeShare.watch ? 'watch' : 'good';
    return { level, params: { free: gigabytes(free), percent: Math.floor(share * 100) } };
  },
  queue: async (_services, db): Promise<Found> => {
    const { rows } = await sql<{ waiting: number; seconds: number; letters: number }>`
      select count(*) filter (where name <> ${deadLetterQueue} and start_after <= now())::int as waiting,
        coalesce(extract(epoch from now() - min(start_after) filter (where name <> ${deadLetterQueue}
          and start_after <= now())), 0)::int as seconds,
        count(*) filter (where name = ${deadLetterQueue})::int as letters
      from pgboss.job where state in ('created', 'retry') and name not like '\\_\\_%'`.execute(db);
    const [{ waiting: count, seconds, letters } = { waiting: 0, seconds: 0, letters: 0 }] = rows;
    const late = above(seconds, waiting);
    if (late === 'good' && letters > 0) return { level: 'watch', case: 'letters', params: { count: letters } };
    return { level: late, params: { count, minutes: Math.round(seconds / 60) } };
  },
  backup: async (services) => {
    const [newest] = await listBackups(services);
    if (!newest) return { level: 'bad', case: 'none' };
    return { level: above(newest.ageHours, backupHours), params: { hours: Math.round(newest.ageHours) } };
  },
  clock: async (_services, db) => {
    const before = Date.now();
    const { rows } = await sql<{
      now: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
    const seconds = Math.round(Math.abs((rows[0]?.now ?? before) - (before + Date.now()) / 2) / 1000);
    return { level: above(seconds, drift), params: { seconds } };
  },
  // asking them would cost the company money: what is set up is all that is said
  outside: async ({ config }) => {
    const count = [config.mapPlaces, config.enterprises].filter((service) => service !== null).length;
    return count === 0 ? { level: 'good', case: 'none' } : { level: 'good', params: { count } };
  },
  mail: async () => ({ level: 'good', case: 'none' }),
  migrations: async (_services, db) => {
    const { rows } = await sql<{ version: number; count: number }>`
      select max(version) as version, count(*)::int as count from schema_migration`.execute(db);
    const [{ version, count } = { version: 0, count: 0 }] = rows;
    const known = migrations().at(-1)?.version ?? 0;
    return { level: Number(version) === known ? 'good' : 'bad', params: { version, count, known } };
  },
};

const gigabytes = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1);

/** How everything is, in the reader's words; a look that fails says so, and hinders no other. */
export async function healthOf(services: Services, db: Database, language: Language): Promise<HealthCheck[]> {
  const checks: HealthCheck[] = [];
  for (const [key, look] of Object.entries(looks)) {
    const found = await look(services, db).catch((error: unknown): Found => {
      services.log.warn({ err: error, check: key }, 'a look at the health failed');
      return { level: 'watch', case: 'unknown' };
    });
    const what = found.case ?? found.level;
    const said = (part: string) => {
      const end = what === 'unknown' ? `health.unknown.${part}` : `health.${key}.${what}.${part}`;
      return translate(language, end as MessageKey, found.params);
    };
    checks.push({
      key,
      level: found.level,
      says: said('says'),
      todo: found.level === 'good' ? '' : said('todo'),
    });
  }
  return checks;
}
