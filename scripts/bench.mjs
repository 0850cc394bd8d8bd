import { runScript } from './bootstrap.mjs';

await runScript('bench/run.ts');
