import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { fixturePages, fixtureTypes, fixtureWords } from './fixtures.ts';

// Builds the pages with the types of `fixtures.ts` added; the product's own bundle is unchanged.
const root = new URL('../../', import.meta.url);
const types = fixtureTypes.map(({ type, path }) => ({ type, path }));
await build({
  configFile: false,
  logLevel: 'warn',
  root: fileURLToPath(new URL('e2e/fixture-page/', root)),
  publicDir: fileURLToPath(new URL('web/public/', root)),
  plugins: [react()],
  define: { fixtures: JSON.stringify({ types, words: fixtureWords }) },
  build: { outDir: fixturePages, emptyOutDir: true, assetsInlineLimit: 0, minify: false, chunkSizeWarningLimit: 9000 },
});
