import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, StartError } from '#server/platform/config.ts';
import { commandLog, runCommand } from './command.ts';
import { restoreBackup } from './restore-backup.ts';

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new StartError('Usage: npm run restore -- <folder of a backup>');
  const { dataDir, migrationDatabaseUrl } = loadConfig(process.env);
  const { manifest, missingIndexes } = await restoreBackup({
    folder: resolve(folder),
    dataDir,
    ownerUrl: migrationDatabaseUrl,
    log: commandLog,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${manifest.tables.length} tables with ${rows} rows and ${manifest.files.count} files of ${manifest.createdAt}. All logins have ended.`,
  );
  if (missingIndexes.length > 0) console.log(`Indexes to be made again by their jobs: ${missingIndexes.join(', ')}`);
});
