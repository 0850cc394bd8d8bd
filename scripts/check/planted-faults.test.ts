import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundaries } from './boundaries.ts';
import { perform, type Outcome } from './check.ts';
import { coverage } from './coverage.ts';
import { deadCode } from './dead-code.ts';
import { lockFile } from './lock-file.ts';
import { messages } from './messages.ts';
import { format, lint, types } from './programs.ts';
import { projectOf } from './project.ts';
import { regexes } from './regexes.ts';
import { compare } from './schema.ts';
import { wire } from './wire.ts';

// Each check passes on a small clean project and names the file of the fault that is planted into it.

type Files = Record<string, string>;
const root = fileURLToPath(new URL('../../', import.meta.url));

const requirement = (row1: string) =>
  [
    'Finished batches: foundation',
    ...Array.from({ length: 341 }, (_, at) =>
      at === 0 ? `| 1 | first | foundation | ${row1} |` : `| ${at + 1} | another | engine |  |`,
    ),
  ].join('\n');

const clean: Files = {
  'shared/i18n/cn/words.ts': "export const words = {\n  'a.b': '你好{name}',\n} as const;\n",
  'shared/i18n/en/words.ts': "export const words = {\n  'a.b': 'hello {name}',\n} as const;\n",
  'shared/calls.ts': "export const calls = { one: { path: 'CrmX/one' } };\n",
  'server/record/list.ts': 'export const first = (text: string): boolean => /^a+b$/.test(text);\n',
  'server/modules/crm/customers/routes.ts':
    "import { first } from '#server/record/list.ts';\nexport const routes = [first];\n",
  'server/modules/crm/customers/routes.test.ts': "it('lists', () => undefined);\n",
  'server/main.ts':
    "import { words } from '#shared/i18n/cn/words.ts';\nimport { words as english } from '#shared/i18n/en/words.ts';\nimport { calls } from '#shared/calls.ts';\nimport { routes } from '#server/modules/crm/customers/routes.ts';\n\nglobalThis.name = JSON.stringify([words, english, calls, routes]);\n",
  'docs/calls.txt': 'POST CrmX/one\nPOST CrmX/two\n',
  'docs/calls-covered.txt': 'POST CrmX/one\n',
  'docs/coverage.md': requirement('server/modules/crm/customers/routes.test.ts › lists'),
  'package.json':
    '{ "name": "small", "type": "module", "imports": { "#server/*": "./server/*", "#shared/*": "./shared/*" } }\n',
  'package-lock.json': '{"packages":{"":{},"node_modules/a":{"integrity":"sha512-x"}}}',
};
const withFault = (fault: Files): Files => ({ ...clean, ...fault });
const project = (fault: Files = {}) => projectOf(withFault(fault));

describe('checks that read the project', () => {
  it.each<[string, (files: Files) => Outcome, Files, string]>([
    [
      'boundaries: a lower layer that imports a higher one',
      (files) => boundaries(project(files)),
      {
        'server/record/list.ts':
          "import { routes } from '#server/modules/crm/customers/routes.ts';\nexport const first = routes;\n",
      },
      'server/record/list.ts',
    ],
    [
      'boundaries: a web file that imports the server',
      (files) => boundaries(project(files)),
      { 'web/record/list.ts': "import { first } from '#server/record/list.ts';\nexport const a = first;\n" },
      'web/record/list.ts',
    ],
    [
      'boundaries: a module that queries a record table',
      (files) => boundaries(project(files)),
      { 'server/modules/crm/customers/routes.ts': "export const routes = (db) => db.selectFrom('customer');\n" },
      'server/modules/crm/customers/routes.ts',
    ],
    [
      'boundaries: raw HTML',
      (files) => boundaries(project(files)),
      { 'web/ui/a.tsx': 'export const a = <p dangerouslySetInnerHTML={{ __html: "" }} />;\n' },
      'web/ui/a.tsx',
    ],
    [
      'messages: a key without its twin',
      (files) => messages(project(files)),
      { 'shared/i18n/en/words.ts': 'export const words = {} as const;\n' },
      'a.b',
    ],
    [
      'messages: other places in the twin',
      (files) => messages(project(files)),
      { 'shared/i18n/en/words.ts': "export const words = {\n  'a.b': 'hello {who}',\n} as const;\n" },
      'a.b',
    ],
    [
      'messages: a text in the code',
      (files) => messages(project(files)),
      { 'web/ui/a.ts': "export const a = '保存';\n" },
      'web/ui/a.ts:1',
    ],
    [
      'messages: a key that is not there',
      (files) => messages(project(files)),
      { 'web/ui/a.ts': "export const a = text('a.missing');\n" },
      'a.missing',
    ],
    [
      'regexes: exponential backtracking',
      (files) => regexes(project(files)),
      { 'server/record/list.ts': 'export const first = /^(a+)+$/;\n' },
      'server/record/list.ts:1',
    ],
    [
      'regexes: a pattern made at run time',
      (files) => regexes(project(files)),
      { 'server/record/list.ts': 'export const first = (text: string) => new RegExp(text);\n' },
      'server/record/list.ts:1',
    ],
    [
      'wire: a call that is gone',
      (files) => wire(project(files)),
      { 'shared/calls.ts': "export const calls = { one: { path: 'CrmX/other' } };\n" },
      'CrmX/one',
    ],
    [
      'coverage: a finished row without a test',
      (files) => coverage(project(files)),
      { 'docs/coverage.md': requirement('') },
      'row 1 names no test',
    ],
    [
      'coverage: a test that is not there',
      (files) => coverage(project(files)),
      { 'docs/coverage.md': requirement('server/modules/crm/customers/routes.test.ts › sorts') },
      'row 1',
    ],
    [
      'coverage: a row that is missing',
      (files) => coverage(project(files)),
      {
        'docs/coverage.md': requirement('server/modules/crm/customers/routes.test.ts › lists').replace(
          '| 7 |',
          '| 8 |',
        ),
      },
      'row 7',
    ],
    [
      'lock file: a package without a checksum',
      (files) => lockFile(project(files)),
      { 'package-lock.json': '{"packages":{"":{},"node_modules/a":{}}}' },
      'node_modules/a',
    ],
    [
      'lock file: a package from elsewhere',
      (files) => lockFile(project(files)),
      { 'package-lock.json': '{"packages":{"":{},"node_modules/a":{"integrity":"x","resolved":"git+ssh://x/a.git"}}}' },
      'node_modules/a',
    ],
    [
      'lock file: a version that is not exact',
      (files) => lockFile(project(files)),
      { 'package.json': '{"dependencies":{"a":"^1.0.0"}}' },
      'a is not exact',
    ],
  ])('%s', (_name, check, fault, place) => {
    expect(check({}).problems).toEqual([]);
    expect(check({}).count).toBeGreaterThan(0);
    expect(check(fault).problems.join('\n')).toContain(place);
  });

  it('schema: a structure that differs from the committed one, or from the one made in steps', () => {
    const fresh = ['column a.b text', 'index i'];
    expect(compare(fresh, fresh, fresh.join('\n'))).toEqual([]);
    expect(compare(fresh, ['column a.b text'], fresh.join('\n'))).toEqual(['only in a fresh database: index i']);
    expect(compare(fresh, fresh, 'column a.b int\nindex i')[0]).toContain('schema.snapshot');
  });
});

describe('checks that run a program', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'jianye-fault-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const file of ['.oxfmtrc.json', '.oxlintrc.json', 'tsconfig.base.json'])
      cpSync(join(root, file), join(folder, file));
    for (const part of ['shared', 'server', 'web', 'scripts']) {
      mkdirSync(join(folder, part), { recursive: true });
      cpSync(join(root, part, 'tsconfig.json'), join(folder, part, 'tsconfig.json'));
    }
    write(folder, { ...clean, 'web/a.ts': 'export const a = 1;\n', 'scripts/b.ts': 'export const b = 1;\n' });
    write(folder, {
      'knip.json': '{ "entry": ["server/main.ts", "web/a.ts", "scripts/b.ts", "**/*.test.ts", "server/modules/**"] }\n',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[string, (folder: string) => Promise<Outcome>, Files, string]>([
    ['format', format, { 'web/a.ts': 'export   const a = "1"\n' }, 'web/a.ts'],
    [
      'lint: a promise that nobody waits for',
      lint,
      { 'web/a.ts': 'const a = async () => 1;\na();\nexport const b = a;\n' },
      'web/a.ts:2',
    ],
    ['lint: code from text', lint, { 'web/a.ts': "export const a = eval('1');\n" }, 'web/a.ts:1'],
    ['types', types, { 'web/a.ts': "export const a: number = '1';\n" }, 'a.ts'],
    [
      'dead code: an export that nothing uses',
      (at) => deadCode(at, 1),
      { 'server/record/list.ts': `${clean['server/record/list.ts']}export const unused = 1;\n` },
      'server/record/list.ts',
    ],
    [
      'dead code: a file that nothing uses',
      (at) => deadCode(at, 1),
      { 'server/record/lost.ts': 'export const lost = 1;\n' },
      'server/record/lost.ts',
    ],
  ])('%s', async (_name, check, fault, place) => {
    const before = await check(folder);
    expect(before.problems.filter((problem) => problem.includes(Object.keys(fault)[0] ?? ''))).toEqual([]);
    write(folder, fault);
    const after = await check(folder);
    for (const path of Object.keys(fault)) {
      const text = clean[path] ?? (path === 'web/a.ts' ? 'export const a = 1;\n' : null);
      if (text === null) rmSync(join(folder, path));
      else write(folder, { [path]: text });
    }
    expect(after.problems.join('\n')).toContain(place);
  });
});

describe('a check', () => {
  it('that looked at nothing has failed', async () => {
    const nothing = () => ({ count: 0, things: 'files', problems: [] });
    expect((await perform({ name: 'x', run: nothing }, { update: false })).problems).toEqual(['examined no files']);
  });

  it('that broke has failed', async () => {
    const broken = () => {
      throw new Error('out of order');
    };
    expect((await perform({ name: 'x', run: broken }, { update: false })).problems.join()).toContain('out of order');
  });
});

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
