import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, StartError } from '#server/platform/config.ts';
import { runCommand, withOwnerUrl } from './command.ts';
import { createBackup } from './create-backup.ts';
import { storedFiles } from './manifest.ts';
import { dropOldBackups, nightlyBackup } from './nightly-backup.ts';

const usage = 'Usage: npm run backup -- <new folder>, or npm run backup -- --nightly <folder of backups>';

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { nightly: { type: 'boolean', default: false } },
  });
  const [target, ...rest] = positionals;
  if (!target || rest.length > 0) throw new StartError(usage);
  const config = loadConfig(process.env);
  const filesFolder = join(config.dataDir, storedFiles);
  const withoutDump = (reason: string) => console.error(`Tables are copied: ${reason}.`);
  await withOwnerUrl(config, async (ownerUrl) => {
    const from = { ownerUrl, filesFolder, withoutDump: config.databaseUrl === undefined ? undefined : withoutDump };
    const { folder, manifest } = values.nightly
      ? await nightlyBackup({ ...from, backups: resolve(target) })
      : { folder: resolve(target), manifest: await createBackup({ ...from, target }) };
    if (values.nightly) await dropOldBackups(resolve(target), null);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Backed up ${manifest.tables.length} tables with ${rows} rows and ${manifest.files.count} files into ${folder}${manifest.madeBy === 'pg_dump' ? ', by pg_dump' : ''}`,
    );
  });
});
