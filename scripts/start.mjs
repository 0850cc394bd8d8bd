import { bootstrap, main, nodeFlags, run } from './bootstrap.mjs';
import { buildWebIfStale } from './web-bundle.mjs';

await main(async () => {
  const { node } = bootstrap();
  await buildWebIfStale(node);
  return run(node, [...nodeFlags, 'server/main.ts', ...process.argv.slice(2)]);
});
