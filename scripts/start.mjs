import { join } from 'node:path';
import { bootstrap, main, nodeFlags, root, run } from './bootstrap.mjs';
import { buildWebIfStale } from './web-bundle.mjs';

await main(async () => {
  const { node } = bootstrap();
  await buildWebIfStale(node);
  // a second start, and every thread that reads a sheet, takes half the time; an unwritable folder is ignored
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env };
  return run(node, [...nodeFlags, 'server/main.ts', ...process.argv.slice(2)], { env });
});
