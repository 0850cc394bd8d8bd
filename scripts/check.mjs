// Static checks of the code: npm run check [-- <check> ...] [--update].
import { runScript } from './bootstrap.mjs';

await runScript('scripts/check/run-checks.ts');
