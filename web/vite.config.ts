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
const calendarParts = ['/@rc-component/picker/', '/antd/es/date-picker/', '/antd/es/time-picker/'];
const isCalendar = (id: string): boolean => !id.includes('locale/') && calendarParts.some((part) => id.includes(part));

/**
 * A head of a table could filter by a tree, which no page of ours does: conditions stand above lists. Table would bring the
 * whole component to the first visit for it.
 */
const tableTree = /\/antd\/es\/table\/hooks\/useFilter\/FilterDropdown\.js$/;

function withoutTableTree(): Plugin {
  const none = '\0no-tree';
  let isMet = false;
  return {
    name: 'without-table-tree',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '../../../tree' || !importer || !tableTree.test(importer)) return null;
      isMet = true;
      return none;
    },
    load: (id) => (id === none ? 'export default () => null;' : null),
    buildEnd(error) {
      if (!error && !isMet) this.error('the heads of tables no longer import their tree from where it was left out');
    },
  };
}

/** Name of a component or icon, and its module beside the list of all of them. */
const barrels = {
  antd: (name: string) => `${name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}/index.js`,
  '@ant-design/icons': (name: string) => `icons/${name}.js`,
} as const;
const named = /\{([^{}]*)\}\s*from\s*["'](antd|@ant-design\/icons)["']/g;
const barrelFile = /\/(?:antd|@ant-design\/icons)\/es\/index\.js$/;
/** The program, and what it loads for the login and for a list. */
const beginnings =
  /\/web\/(?:main\.tsx|lib\/i18n\/cn\.ts|modules\/(?:auth\/login\/login-page|crm\/[^/]+\/[^/]+-page)\.tsx)$/;

/** Modules that the first visit cannot do without: only they are put into the files that it loads. */
const first = new Set<string>();

function findFirstModules(): Plugin {
  return {
    name: 'first-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const waiting = [...this.getModuleIds()].filter((id) => beginnings.test(id));
      if (waiting.length < 5) this.error('the beginnings of the first visit are no longer where they were');
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (first.has(id)) continue;
        first.add(id);
        const module = this.getModuleInfo(id);
        for (const next of module?.importedIds ?? []) {
          if (!barrelFile.test(next)) waiting.push(next);
          else waiting.push(...namedOf(module?.code ?? '').map((path) => next.replace(/index\.js$/, path)));
        }
      }
    },
  };
}

const namedOf = (code: string): string[] =>
  [...code.matchAll(named)].flatMap(([, names = '', from]) =>
    names
      .split(',')
      .map((name) => name.trim().split(' ')[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => barrels[from as keyof typeof barrels](name)),
  );

/** What an opened record needs and its list does not. */
const tabs = /\/(?:node_modules\/(?:@rc-component\/(?:tabs|progress)|antd\/es\/(?:tabs|progress))\/|web\/ui\/tabs)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutTableTree(), findFirstModules(), precompress()],
  build: {
    outDir: resolve(import.meta.dirname, '../dist/web'),
    emptyOutDir: true,
    // nothing that tells how the program is made leaves with it (security O2)
    sourcemap: false,
    // own files stay files: the strict content policy has no exceptions to make
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // its packages do not say that they only declare, so that one function of the tree would bring the whole tree
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // changes rarely, so browsers keep it over our releases; what single pages need stays with them
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            // what many pages share comes in two pieces: each file costs half a kilobyte of headers
            {
              name: 'base',
              test: (id) => first.has(id) && id.includes('/node_modules/') && !isCalendar(id) && !tabs.test(id),
              minShareCount: 6,
            },
            { name: 'dates', test: isCalendar },
            { name: 'tabs', test: tabs },
            {
              name: 'common',
              test: (id) => first.has(id) && /\/(?:web\/(?:lib|ui)|shared)\//.test(id),
              minShareCount: 4,
            },
            {
              name: 'parts',
              test: /\/web\/(?:record\/(?:cells|table|list|states|actions|scenes|row|record-|field-types\/page-)|shell|modules\/crm)/,
              minShareCount: 3,
            },
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
