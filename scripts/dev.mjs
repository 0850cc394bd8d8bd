// The server restarts when server/ or shared/ change; Vite serves the pages and proxies calls to it.
import { join } from 'node:path';
import { bootstrap, main, nodeFlags, root, run } from './bootstrap.mjs';

await main(async () => {
  const { node } = bootstrap();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const ending = new AbortController();
  const options = { signal: ending.signal, killSignal: 'SIGTERM' };
  const server = run(
    node,
    [
      ...nodeFlags,
      '--watch',
      '--watch-preserve-output',
      '--watch-path=server',
      '--watch-path=shared',
      'server/main.ts',
    ],
    options,
  );
  const web = run(node, [...nodeFlags, vite, 'web', ...process.argv.slice(2)], options);
  // When either ends, the other is ended.
  const code = await Promise.race([server, web]);
  ending.abort();
  await Promise.allSettled([server, web]);
  return code;
});
