import { runScript } from './bootstrap.mjs';

await runScript('server/modules/auth/logins-command.ts');
