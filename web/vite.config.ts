import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|html)$/;

/** Writes .br and .gz beside each text file, so that the server never compresses the same thing twice. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      for (const file of files) await compressFile(join(file.parentPath, file.name));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** A list needs none before somebody filters or writes; its words come with those of the language. */
const calendar = /\/node_modules\/(?:@rc-component\/picker|antd\/es\/(?:date|time)-picker)\/(?!.*locale\/)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    // nothing that tells how the program is made leaves with it (security O2)
    sourcemap: false,
    // own files stay files: the strict content policy has no exceptions to make
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // changes rarely, so browsers keep it over our releases; what single pages need stays with them
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            // what many pages share comes in two pieces: each file costs half a kilobyte of headers
            { name: 'base', test: (id) => id.includes('/node_modules/') && !calendar.test(id), minShareCount: 6 },
            { name: 'dates', test: calendar },
            { name: 'common', test: /\/(?:web\/(?:lib|ui)|shared)\//, minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:3000' } },
  },
});
