import { runScript } from './bootstrap.mjs';

await runScript('bench/soak.ts');
