import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { dumpFile, readManifest, tableFile, type Manifest } from '#server/platform/backup/manifest.ts';
import { removeTrial, tryRestore } from '#server/modules/admin/operation/restore-trial.ts';
import { readDiskSpace, usualReserve } from '#server/platform/database/embedded/disk-space.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { readSetting, writeSetting } from '#server/platform/settings.ts';
import type { BackupRow, operationCalls, RestoreTrial } from '#shared/admin/operation/operation-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Folders of complete backups; nothing else is ever opened, whatever a call names (security O8). */
const named = /^jianye-\d{4}-\d{2}-\d{2}T\d{6}Z$/;
const setting = 'restore_trial';
const hour = 3_600_000;

const folderOf = ({ config }: Pick<Services, 'config'>) => join(config.dataDir, 'backups');

/** The backups that there are, the newest first, and how the last trial of one went. */
export async function backupsOf(
  services: Services,
  db: Database,
  { canBackUp, language }: { readonly canBackUp: boolean; readonly language: Language },
): Promise<OutputOf<typeof operationCalls.backups>> {
  const { rows } = await sql<{ isBackingUp: boolean }>`
    select exists (select from pgboss.job where name = 'night.backup' and state in ('created', 'retry', 'active')
      and start_after <= now()) as "isBackingUp"`.execute(db);
  return {
    list: await listBackups(services),
    trial: await lastTrial(db, language),
    isBackingUp: rows[0]?.isBackingUp ?? false,
    canBackUp,
  };
}

/** The last trial; one whose process was killed has failed, although it could not say so. */
async function lastTrial(db: Database, language: Language): Promise<RestoreTrial | null> {
  // before the setting is read: a trial that ends in between has said so
  const isTrying = await isUnderWay(db);
  const trial = (await readSetting(db, setting)) as RestoreTrial | undefined;
  if (!trial) return null;
  if (trial.result !== 'running' || isTrying) return trial;
  return { ...trial, result: 'bad', reason: translate(language, 'operation.trial.cut') };
}

async function isUnderWay(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'backup.try' and state in ('created', 'retry', 'active') limit 1`.execute(db);
  return rows.length > 0;
}

export async function listBackups(services: Pick<Services, 'config'>): Promise<BackupRow[]> {
  const names = await readdir(folderOf(services)).catch(() => [] as string[]);
  const rows: BackupRow[] = [];
  for (const name of names
    .filter((one) => named.test(one))
    .toSorted()
    .toReversed()) {
    const folder = join(folderOf(services), name);
    // one that is damaged, or being removed, is none
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest) rows.push(await rowOf(name, folder, manifest));
  }
  return rows;
}

async function rowOf(name: string, folder: string, manifest: Manifest): Promise<BackupRow> {
  const parts = manifest.madeBy === 'pg_dump' ? [dumpFile] : manifest.tables.map((table) => tableFile(table.name));
  const sizes = await Promise.all(
    parts.map((part) =>
      stat(join(folder, part)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const at = Date.parse(manifest.createdAt);
  return {
    name,
    createTime: companyTime(at),
    ageHours: Math.max(0, Math.round(((Date.now() - at) / hour) * 10) / 10),
    bytes: sizes.reduce((sum, size) => sum + size, manifest.files.bytes),
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    files: manifest.files.count,
  };
}

/** Has a backup made as soon as the queue is free. @throws AppError `operation.no_owner` where backups are made elsewhere */
export async function backUpNow({ jobs }: Services, db: Database, actor: Actor, canBackUp: boolean): Promise<void> {
  if (!canBackUp) throw new AppError('operation.no_owner');
  await jobs.send(db, 'night.backup', {});
  await log(db, actor, 'backup.now', '');
}

/** Has a backup restored into a scratch database. @throws AppError `operation.no_backup`, `operation.backup_running` */
export async function startTrial(services: Services, db: Database, actor: Actor, name: string): Promise<void> {
  await holdTrials(db);
  const known = await listBackups(services);
  if (!known.some((backup) => backup.name === name)) throw new AppError('operation.no_backup');
  if (await isUnderWay(db)) throw new AppError('operation.backup_running');
  await services.jobs.send(db, 'backup.try', { name });
  await writeSetting(db, setting, trialOf(name, Date.now()));
  await log(db, actor, 'backup.try', name);
}

/** Two who start one at once, and a night that deletes what one of them has chosen. */
const holdTrials = (db: Database) => sql`select pg_advisory_xact_lock(7420031)`.execute(db);

/** Does something with the name of the backup that is on trial, null for none; until it is over no trial starts. */
export async function whileNoTrialStarts(
  { pool }: Services,
  work: (inUse: string | null) => Promise<void>,
): Promise<void> {
  await inTransaction(pool.db, async (db) => {
    await holdTrials(db);
    const trial = (await isUnderWay(db)) ? ((await readSetting(db, setting)) as RestoreTrial | undefined) : undefined;
    await work(trial?.name ?? null);
  });
}

const log = (db: Database, { userId, address }: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId, what, subject, result: 'done', address });

const trialOf = (name: string, since: number, outcome: Partial<RestoreTrial> = {}): RestoreTrial => ({
  name,
  startTime: companyTime(since),
  seconds: Math.round((Date.now() - since) / 1000),
  result: 'running',
  tables: 0,
  rows: 0,
  files: 0,
  reason: '',
  ...outcome,
});

/** The job behind `startTrial`; what an interrupted one has left goes with the next night. */
export function defineTrialJob(services: Services): void {
  const { jobs, config, log: lines, pool } = services;
  jobs.define<{ name: string }>('backup.try', async ({ name }) => {
    const since = Date.now();
    const keep = (outcome: Partial<RestoreTrial>) => writeSetting(pool.db, setting, trialOf(name, since, outcome));
    try {
      if (!named.test(name)) throw new Error(`${name} is no backup`);
      await requireRoom(services, name);
      const folder = join(folderOf(services), name);
      await keep({ result: 'good', ...(await tryRestore({ folder, dataDir: config.dataDir, log: lines })) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // the place of the folder is nobody's concern
      await keep({ result: 'bad', reason: reason.replaceAll(config.dataDir, '…').slice(0, 300) });
      throw error;
    }
  });
}

/** Removes what the trial of a process that was killed has left, unless another runs. */
export async function cleanTrial({ config, log: lines, pool }: Services): Promise<void> {
  if (!(await isUnderWay(pool.db))) await removeTrial(config.dataDir, lines);
}

/** A trial must not be what fills the disk (security D8): a database takes about four times its compressed rows. */
async function requireRoom(services: Services, name: string): Promise<void> {
  const backup = (await listBackups(services)).find((one) => one.name === name);
  const { free, total } = await readDiskSpace(services.config.dataDir);
  const needed = (backup?.bytes ?? 0) * 4 + 200 * 1024 * 1024;
  if (free - needed < Math.min(usualReserve(total), total * 0.03))
    throw new Error(`no room for the trial: ${needed} bytes needed, ${free} bytes free`);
}
