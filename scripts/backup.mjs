import { runScript } from './bootstrap.mjs';

await runScript('server/platform/backup/backup-command.ts');
