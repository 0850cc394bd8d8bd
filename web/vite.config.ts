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

interface LeftOut {
  /** The module that would bring it. */
  readonly importer: RegExp;
  readonly source: string;
  /** What the importer gets in its place. */
  readonly instead: string;
}

/** A component that nobody can show by mistake, and miss nothing. */
const leftOutPart = `export default () => { throw new Error('web/vite.config.ts leaves this component out'); };`;

/** What libraries bring to the first visit for things that no page does. */
const leftOut: readonly LeftOut[] = [
  // heads of tables could filter, also by a tree: conditions stand above lists
  {
    importer: /\/antd\/es\/table\/hooks\/useFilter\/index\.js$/,
    source: './FilterDropdown',
    instead: `${leftOutPart} export const flattenKeys = () => [];`,
  },
  // rows could be selected one at a time: a table that wants it draws the box itself
  {
    importer: /\/antd\/es\/table\/hooks\/useSelection\.js$/,
    source: '../../radio',
    instead: leftOutPart,
  },
  // rows could be selected with those below them
  {
    importer: /\/antd\/es\/table\/hooks\/useSelection\.js$/,
    source: '@rc-component/tree',
    instead: `
      export const arrAdd = (keys, key) => (keys.includes(key) ? keys : [...keys, key]);
      export const arrDel = (keys, key) => keys.filter((other) => other !== key);
      const none = () => { throw new Error('the selection of trees is left out'); };
      export { none as conductCheck, none as convertDataToEntities };
    `,
  },
  // a code could be typed into a box for each digit
  { importer: /\/antd\/es\/input\/index\.js$/, source: './OTP', instead: leftOutPart },
  // schemas could describe themselves in JSON, which the server alone asks for
  {
    importer: /\/zod\/v4\/classic\/schemas\.js$/,
    source: '../core/to-json-schema.js',
    instead:
      'const none = () => undefined; export { none as createStandardJSONSchemaMethod, none as createToJSONSchemaMethod };',
  },
  {
    importer: /\/zod\/v4\/classic\/schemas\.js$/,
    source: '../core/json-schema-processors.js',
    instead: 'module.exports = {};',
  },
];

const leftOutPrefix = '\0left-out-';

function withoutUnused(): Plugin {
  const met = new Set<number>();
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const index = leftOut.findIndex((part) => part.source === source && part.importer.test(importer));
      if (index < 0) return null;
      met.add(index);
      return `${leftOutPrefix}${index}`;
    },
    load: (id) =>
      id.startsWith(leftOutPrefix) ? (leftOut[Number(id.slice(leftOutPrefix.length))]?.instead ?? null) : null,
    buildEnd(error) {
      const missed = leftOut.filter((_, index) => !met.has(index)).map(({ source }) => source);
      if (!error && missed.length > 0)
        this.error(`no longer imported from where it was left out: ${missed.join(', ')}`);
    },
  };
}

interface Mended {
  readonly module: RegExp;
  readonly code: string;
  readonly instead: string;
}

/** What libraries do to tables of many rows, and better. */
const mended: readonly Mended[] = [
  // rows that were measured are drawn again as what can be interrupted: they look the same, but take so long that the next
  // letter of a search would wait for them
  {
    module: /\/virtual-list\/es\/hooks\/useHeights\.js$/,
    code: 'setUpdatedMark(c => c + 1)',
    instead: 'React.startTransition(() => setUpdatedMark(c => c + 1))',
  },
  // rows are drawn again only if they are not as high as they were expected to be
  {
    module: /\/virtual-list\/es\/hooks\/useHeights\.js$/,
    code: 'export default function useHeights(getKey, onItemAdd, onItemRemove) {',
    instead: 'export default function useHeights(getKey, onItemAdd, onItemRemove, itemHeight) {',
  },
  {
    module: /\/virtual-list\/es\/hooks\/useHeights\.js$/,
    code: 'changed = true;',
    instead: 'changed ||= (known ?? itemHeight) !== totalHeight;',
  },
  {
    module: /\/virtual-list\/es\/hooks\/useHeights\.js$/,
    code: 'heightsRef.current.set(key, totalHeight);',
    instead: 'const known = heightsRef.current.get(key); heightsRef.current.set(key, totalHeight);',
  },
  {
    module: /\/virtual-list\/es\/List\.js$/,
    code: 'useHeights(getKey, null, null)',
    instead: 'useHeights(getKey, null, null, itemHeight)',
  },
  // and that is what the theme of the table says
  {
    module: /\/antd\/es\/table\/InternalTable\.js$/,
    code: 'return padding * 2 + fontHeight + lineWidth;',
    instead: 'return (token.Table?.cellPaddingBlock ?? padding) * 2 + fontHeight + lineWidth;',
  },
];

function mend(): Plugin {
  const met = new Set<Mended>();
  return {
    name: 'mend',
    apply: 'build',
    transform(code, id) {
      const parts = mended.filter(({ module }) => module.test(id));
      if (parts.length === 0) return null;
      for (const part of parts) if (code.includes(part.code)) met.add(part);
      return { code: parts.reduce((text, part) => text.replace(part.code, part.instead), code), map: null };
    },
    buildEnd(error) {
      const missed = mended.filter((part) => !met.has(part)).map(({ code }) => code);
      if (!error && missed.length > 0) this.error(`no longer where it was mended: ${missed.join(', ')}`);
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
/** The program, and what it loads for the login. */
const beginnings = /\/web\/(?:main|modules\/auth\/login\/login-page)\.tsx$|\/web\/lib\/i18n\/cn\.ts$/;
/** Names the pages of all lists, with screens that are loaded later. */
const lists = /\/web\/modules\/record-screens\.ts$/;

/** Each language stays in files of its own. */
const words = /\/(?:i18n|locale)\//;

/** Modules that the first visit cannot do without: only they are put into the files that it loads. */
const first = new Set<string>();

function findFirstModules(): Plugin {
  return {
    name: 'first-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const ids = [...this.getModuleIds()];
      const ofLists = ids
        .filter((id) => lists.test(id))
        .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
      const waiting = [...ids.filter((id) => beginnings.test(id)), ...ofLists.filter((id) => id.endsWith('-page.tsx'))];
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

/**
 * What lists need only once somebody opens, filters or writes, by file. Without this they would load it, because a package
 * names all its parts in one file.
 */
const later = {
  dates: /\/(?:@rc-component\/picker|antd\/es\/(?:date|time)-picker)\/(?!.*locale\/)/,
  tabs: /\/(?:@rc-component|antd\/es)\/(?:tabs|progress)\//,
  forms:
    /\/(?:antd\/es\/form\/(?!context|validateMessagesContext|hooks\/useVariants)|@rc-component\/(?:async-validator|form\/es\/(?!\w*Context))|antd\/es\/collapse|@rc-component\/collapse)/,
};

const isBase = (id: string): boolean =>
  first.has(id) && (id.includes('/node_modules/') || id.startsWith(leftOutPrefix));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutUnused(), mend(), findFirstModules(), precompress()],
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
            ...Object.entries(later).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
            // what many pages share comes in two pieces: each file costs half a kilobyte of headers
            { name: 'base', test: isBase, minShareCount: 6 },
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
            // otherwise they are a dozen files of a few hundred bytes
            { name: 'small', test: (id) => first.has(id) && !words.test(id), minShareCount: 2 },
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
