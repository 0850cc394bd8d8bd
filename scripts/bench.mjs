import { bootstrap, main, nodeFlags, run } from './bootstrap.mjs';
import { buildWebIfStale } from './web-bundle.mjs';

await main(async () => {
  const { node } = bootstrap();
  // the first visit is measured too
  await buildWebIfStale(node);
  return run(node, [...nodeFlags, 'bench/run.ts', ...process.argv.slice(2)]);
});
