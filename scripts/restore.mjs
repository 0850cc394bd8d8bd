import { runScript } from './bootstrap.mjs';

await runScript('server/platform/backup/restore-command.ts');
