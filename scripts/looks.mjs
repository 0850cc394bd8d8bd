import { bootstrap, main, nodeFlags, run } from './bootstrap.mjs';
import { findOrInstallChromium } from './chromium.mjs';
import { buildWebIfStale } from './web-bundle.mjs';

await main(async () => {
  const { node } = bootstrap();
  await buildWebIfStale(node);
  const env = { ...process.env, JIANYE_TEST: '1', CHROMIUM_PATH: await findOrInstallChromium(node) };
  return run(node, [...nodeFlags, 'e2e/looks/run.ts', ...process.argv.slice(2)], { env });
});
