// Everything that can be said about the code without running it: npm run check [-- <check> ...] [--update].
import { runScript } from './bootstrap.mjs';

await runScript('scripts/check/run-checks.ts');
