import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { perform } from './check.ts';
import { checksOf } from './checks.ts';
import { one, packageFaults, type Fault } from './package-faults.ts';
import { coverageOf, emptyFolder, someTest, writeProject } from './small-project.ts';

// Each check passes a small clean project and reports the place of every planted fault.

const list = 'server/record/query/list.ts';
const routes = 'server/modules/crm/customers/routes.ts';

/** More than there is, of a file that is none. */
const allowedTooMuch = (allowance: string): Fault =>
  one(
    'an allowance that is too high',
    `scripts/check/allowances/${allowance}.json`,
    '{ "server/a.ts": 1 }',
    'server/a.ts',
  );
/** An intentionally wrong citation is concatenated, so that this file contains none. */
const cited = (...words: readonly string[]): string => words.join(' ');
const missing = 'R1.'.concat('9');

const faults: Readonly<Record<string, readonly Fault[]>> = {
  looks: [
    one('a table of a page’s own', 'web/modules/crm/leads/a.tsx', "import { Button, Table } from 'antd';\n"),
    one('a table drawn by a page', 'web/modules/crm/leads/a.tsx', 'export const rows = <table />;\n'),
    one('a dialog that Back does not close', 'web/record/list/a.tsx', "import { Modal } from 'antd';\n"),
    one('a drawer that Back does not close', 'web/shell/a.tsx', "import { Drawer } from 'antd';\n"),
    one('a date picker in the frame', 'web/shell/a.tsx', "import { DatePicker as Day } from 'antd';\n"),
  ],
  format: [one('spaces', list, 'export   const list = "1"\n', list)],
  lint: [
    {
      what: 'promises nobody waits for, code from text, any, raw HTML',
      files: {
        [list]: 'export const list = async () => 1;\nlist();\n',
        'server/main.ts': "export const a: unknown = eval('1');\n",
        'server/modules/admin/role/api.ts': "export const roles = new Function('1');\n",
        'server/platform/words.ts': 'export const words: any[] = [];\n',
        'web/ui/button.tsx': "export const button = <p dangerouslySetInnerHTML={{ __html: '' }} />;\n",
        'web/main.ts': "setTimeout('alert(1)', 1);\n",
      },
      places: [
        `${list}:2`,
        'server/main.ts:1',
        'server/modules/admin/role/api.ts:1',
        'server/platform/words.ts:1',
        'web/ui/button.tsx:1',
        'web/main.ts:1',
      ],
    },
  ],
  types: [
    {
      what: 'an error in each root',
      files: {
        'shared/calls.ts': "export const calls: number = '1';\n",
        [list]: 'export const list = document;\n',
        'web/main.ts': 'export const a = process.env;\n',
        'scripts/check/run.ts': 'export const a = [1][0].toFixed();\n',
      },
      places: ['shared/calls.ts', list, 'web/main.ts', 'scripts/check/run.ts'],
    },
  ],
  boundaries: [
    one(
      'a lower layer that imports a higher one',
      list,
      "import { routes } from '#server/modules/crm/customers/routes.ts';\n",
    ),
    one(
      'a lower layer that hands a higher one on',
      list,
      "export { routes } from '#server/modules/crm/customers/routes.ts';\n",
    ),
    one('a lower layer that loads a higher one', list, "export const list = () => import('#server/main.ts');\n"),
    one('shared that imports a package', 'shared/calls.ts', "import 'kysely';\n"),
    one('web that imports the server', 'web/record/a.ts', "import { list } from '#server/record/query/list.ts';\n"),
    one('a part for any product that knows records', 'web/ui/button.ts', "import '#web/record/a.ts';\n"),
    one('pages that import each other', 'web/modules/crm/leads/a.ts', "import '#web/modules/crm/customers/a.ts';\n"),
    one('pages that load each other', 'web/modules/crm/leads/a.ts', "void import('#web/modules/oa/task/a.ts');\n"),
    one('a path out of the folder', someTest, "import '../../admin/role/api.ts';\n"),
    one('a module without an edge', routes, "import '#server/modules/admin/role/api.ts';\n"),
    one('a module of the same area without an edge', routes, "import '#server/modules/crm/leads/api.ts';\n"),
    one(
      'an edge past the api',
      'server/modules/admin/user/routes.ts',
      "import '#server/modules/admin/role/queries.ts';\n",
    ),
    one('what another area shares', routes, "import '#server/modules/admin/confirmation.ts';\n"),
    one('a product that imports its tests', 'server/main.ts', "import '#server/testing/company.ts';\n"),
    one('a product that imports their examples', 'server/main.ts', "import '#server/modules/examples.ts';\n"),
    one(
      'a module that reads a record table',
      routes,
      'export const routes = sql`select 1 from customer as r`;\n',
      routes,
    ),
    one('a module that writes a record table', routes, "export const routes = db.updateTable('customer');\n", routes),
    one('a module that reads any table', routes, 'export const routes = sql`from ${sql.table(type.table)}`;\n', routes),
    one('no record type to watch', 'shared/crm/customer-type.ts', 'export const customerType = 1;\n', 'record type'),
    one('a file that is too long', list, '\n'.repeat(401), list),
    one('a name that says nothing', 'server/record/utils.ts', '', 'server/record/utils.ts'),
  ],
  circles: [
    {
      what: 'files that import each other, types alone included',
      files: {
        [list]: "import type { B } from '#server/record/b.ts';\nexport const list: B = 1;\n",
        'server/record/b.ts': "export type B = import('./c.ts').C;\n",
        'server/record/c.ts': "export * from '#server/record/query/list.ts';\nexport type C = number;\n",
      },
      places: [`${list}:1`, 'server/record/b.ts:1', 'server/record/c.ts:1', `${list} → server/record/b.ts`],
    },
    one('a file that loads itself', list, "export const list = () => import('./list.ts');\n"),
    allowedTooMuch('circles'),
  ],
  'engine names': [
    one('a record type by its declaration', list, "import { customerType } from '#shared/crm/customer-type.ts';\n"),
    one('a record type in a name', 'web/shell/a.ts', 'export const dealStatus = 1;\n'),
    one('a record type in a text', 'shared/wire/a.ts', "export const a = ['crm_contract'];\n"),
    one('a record type in a statement', 'server/testing/a.ts', 'export const a = sql`select 1 from leads`;\n'),
    one('a record type in Chinese', 'server/route-table/a.test.ts', "it('客户', () => undefined);\n"),
    one('a part of a page', 'web/record/a.tsx', 'export const a = <FollowUpContacts />;\n'),
    one('what one type alone does', 'server/record/conformance-a.test.ts', "export const a = 'converted';\n"),
    one('ids of a type', 'server/modules/crm/search/a.ts', 'export const a = { productIds: [] };\n'),
    allowedTooMuch('engine-names'),
  ],
  'field types': [
    one('a comparison', list, "export const list = ({ formType }: Field) => formType === 'text';\n"),
    one(
      'a comparison of another name',
      'web/ui/button.ts',
      "const { formType: type } = field;\nvoid (type !== 'date');\n",
      'web/ui/button.ts:2',
    ),
    one('a comparison with what nothing else is called', list, "export const list = kind !== 'map_address';\n"),
    one('a case', list, "switch (field.formType as string) {\n  case 'date':\n}\n", `${list}:2`),
    one('a list', list, "export const list = (type: FormType) => ['date'].includes(type);\n"),
    one('a list with a name', list, "const days = new Set(['date']);\nvoid days.has(field.formType);\n", `${list}:2`),
    one('a table', list, 'const ways = { date: 1 };\nvoid ways[heldType(field.formType)];\n', `${list}:2`),
    one('a statement', list, "export const list = sql`select 1 where form_type = 'file'`;\n"),
    allowedTooMuch('field-types'),
  ],
  'record writes': [
    one('a statement', list, 'export const list = sql`\n  update customer set a = ${a}`;\n', `${list}:2`),
    one(
      'a statement for any type',
      list,
      'export const list = sql`insert into ${sql.table(type.table)} default values`;\n',
    ),
    one('a statement for a table in a name', list, 'export const list = sql`${a} delete from ${table} as r`;\n'),
    one('a statement as a text', routes, "export const routes = 'delete from only customer';\n"),
    one('a builder', list, "export const list = db.updateTable('customer as r');\n"),
    one('a builder for any type', list, 'export const list = db.insertInto(type.table);\n'),
    allowedTooMuch('record-writes'),
  ],
  rooms: [
    {
      what: 'a folder with too many files, and one that does not say what it is for',
      files: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`web/record/list/a${at}.ts`, ''])),
      places: ['web/record/list holds 16 files', 'web/record/list/README.md'],
    },
    {
      what: 'a folder that speaks of what is not there, and at length',
      files: {
        ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`server/record/${name}.ts`, ''])),
        'server/record/README.md': `\`gone.ts\`${'\n\nline'.repeat(10)}\n`,
      },
      places: ['has 11 lines', 'gone.ts'],
    },
    allowedTooMuch('rooms'),
  ],
  'test length': [
    one('a test that is too long', someTest, '//\n'.repeat(401), someTest),
    allowedTooMuch('test-length'),
  ],
  hazards: [
    one('SQL from text', list, 'export const list = sql.raw(text);\n'),
    one('a statement that is put together', list, 'export const list = client.query(`select ${text}`);\n'),
    one('a statement that is added up', list, "export const list = client.query('select ' + text);\n"),
    one('raw HTML in a tag', 'web/ui/a.tsx', 'export const a = <p dangerouslySetInnerHTML={{ __html: b }} />;\n'),
    one('raw HTML in properties', 'web/ui/a.tsx', 'export const a = { dangerouslySetInnerHTML: b };\n'),
    one('raw HTML in the page', 'web/ui/a.ts', 'document.body.innerHTML = text;\n'),
    one('code from text', list, "import { runInThisContext } from 'node:vm';\n"),
    one('code found at run time', list, 'export const list = (path: string) => import(path);\n'),
    one('a command for a shell', list, "import { exec } from 'node:child_process';\n"),
    one('every way to start a child', list, "import * as children from 'node:child_process';\n"),
    one('a child in a shell', list, "spawn('ls', ['-l'], { shell: true });\n"),
    one('a child without a list of arguments', list, "spawnSync('ls -l');\n"),
    one('records beyond the scope without a reason', list, "export const list = system(' ', customerType);\n"),
    one('a test that waits by time', 'e2e/list.test.ts', 'await page.waitForTimeout(500);\n'),
    one('an exception that nobody needs', 'bench/seed.ts', 'export const a = 1;\n', 'bench/seed.ts'),
  ],
  regexes: [
    one('exponential backtracking', list, 'export const list = /^(a+)+$/;\n'),
    one('the square of the length', list, 'export const list = /a+$/;\n'),
    one('exponential backtracking from a text', list, "export const list = new RegExp('^(a|a)*$');\n"),
    one('a pattern made at run time', list, 'export const list = (text: string) => new RegExp(text);\n'),
  ],
  messages: [
    one('a key without its duplicate', 'shared/i18n/en/words.ts', 'export const en = {} as const;\n', 'a.b'),
    one(
      'other places in the duplicate',
      'shared/i18n/en/words.ts',
      "export const en = {\n  'a.b': '{who}',\n};\n",
      'a.b',
    ),
    one(
      'a plural without its other form',
      'shared/i18n/en/words.ts',
      "export const en = {\n  'a.b': '{n, plural, one {#}}',\n};\n",
      'a.b',
    ),
    one('a text in the code', 'web/ui/button.ts', "export const button = '保存';\n"),
    one('a key that is not there', 'web/ui/button.ts', "export const button = text('a.missing');\n", 'a.missing'),
  ],
  'dead code': [
    {
      what: 'exports, types, files and packages that nothing uses, and a package that is not declared',
      files: {
        [list]:
          "import 'left-pad';\nexport const list = 1;\nexport const unused = 1;\nexport const own = list;\nvoid own;\n",
        'server/record/lost.ts': 'export const lost = 1;\n',
        'shared/calls.ts': 'export type Call = string;\nexport const calls = 1;\n',
        'package.json': `{ "name": "small", "type": "module", "imports": { "#*": "./*" }, "dependencies": { "zod": "1.0.0" } }\n`,
      },
      places: [`${list}:1`, `${list}:3`, `${list}:4`, 'server/record/lost.ts', 'shared/calls.ts:1', 'zod'],
    },
    {
      what: 'an export that tests alone use, but for one that says so',
      files: {
        'server/platform/words.ts':
          'export const words = [1];\nexport const tried = 1;\n/** @internal */\nexport const said = 1;\n',
        [list]: "import { words } from '#server/platform/words.ts';\n\nexport const list = words;\n",
        'server/record/list.test.ts':
          "import { said, tried } from '#server/platform/words.ts';\n\nvoid [said, tried];\n",
        'shared/i18n/cn/words.ts': null,
        'shared/i18n/en/words.ts': null,
      },
      places: ['server/platform/words.ts:2'],
    },
    one(
      'a list with entries that match nothing',
      'knip.json',
      '{ "entry": ["server/main.ts", "away/*.ts"] }\n',
      'away',
    ),
  ],
  coverage: [
    one('a finished row without a test', 'docs/coverage.md', coverageOf(''), 'row 1 names no test'),
    one('a test that is not there', 'docs/coverage.md', coverageOf(`${someTest} › is fast`), 'is fast'),
    one('a title that only a comment has', someTest, '// lists; sorts too\n', 'row 1'),
    one('a test that is skipped', 'docs/coverage.md', coverageOf(`${someTest} › is not ready`), 'is not ready'),
    one('a file that is not there', 'docs/coverage.md', coverageOf('away.test.ts › lists'), 'away.test.ts'),
    one('a file elsewhere', 'docs/coverage.md', coverageOf(`../../${someTest} › lists; sorts too`), 'row 1'),
    one('a row that is there twice', 'docs/coverage.md', coverageOf('').replace('| 7 |', '| 8 |'), 'row 7'),
    one(
      'a wait for nothing',
      'docs/coverage.md',
      coverageOf(`${someTest} › lists; sorts too`, 'later'),
      'waits for no',
    ),
    one(
      'a wait that is over',
      'docs/coverage.md',
      coverageOf(`${someTest} › lists; sorts too`, 'foundation'),
      'finished',
    ),
    one(
      'a letter without a test',
      'docs/coverage.md',
      `${coverageOf('')}| B2 | seen | foundation |  |\n`,
      'row B2 names no test',
    ),
    one('a row too many', 'docs/coverage.md', `${coverageOf('')}| 342 | more | engine |  |\n`, 'row 342'),
    one('a batch that is not there', 'docs/coverage.md', coverageOf('').replace('engine', 'engines'), 'row 2'),
    one('nothing finished or not', 'docs/coverage.md', coverageOf('').replace('Finished', 'Ended'), 'finished'),
  ],
  citations: [
    one('a requirement that is not there', list, `// ${missing}\n`),
    one('a requirement of a test title that is not there', someTest, `it('lists (${missing})', () => undefined);\n`),
    one('a row that is not there', list, `// (${cited('security', 'A9')})\n`),
    one(
      'a row that is not there at the end of a list',
      list,
      `/**\n * ${cited('Security', 'A1,\n * A9')}\n */\n`,
      `${list}:2`,
    ),
    one('a span with an end that is not there', 'docs/wire.md', `${cited('security', 'A1-A3')}\n`),
    one('a requirement of a migration that is not there', 'server/migrations/0001_x.sql', `-- ${missing}\n`),
    one('a document that is not there', list, '// docs/decisions/away.md\n'),
    one('a document that a document misses', 'docs/decisions/lists.md', 'See away.md.\n'),
    ...['spec', 'reference crm', 'Reference', 'design', 'security'].map((name) =>
      one(`a section of another document: ${name}`, list, `/**\n * ${cited(name, '\n * §7.1')} */\n`, `${list}:2`),
    ),
    one('a heading of another document', list, `// ${cited('style', '"Changes"')}\n`),
    one('another document without a section', list, `// as ${cited('the', 'specification')} says\n`),
    one(
      'a requirement that is there twice',
      'docs/requirements.md',
      '- **R1.1** One.\n- **R1.1** Two.\n',
      'requirements.md:2',
    ),
    one('a requirement that says nothing', 'docs/requirements.md', '- **R1.1**\n', 'requirements.md has no entries'),
    one('rows that say nothing', 'docs/security.md', '| A1 | |\n', 'security.md has no entries'),
    { what: 'no requirements', files: { 'docs/requirements.md': null }, places: ['requirements.md'] },
  ],
  ...packageFaults,
  schema: [
    one(
      'a picture with another column',
      'server/migrations/schema.snapshot',
      readFileSync(new URL('../../server/migrations/schema.snapshot', import.meta.url), 'utf8').replace(
        'column customer.customer_name',
        'column customer.planted_name',
      ),
      'column customer.planted_name',
    ),
  ],
  wire: [
    one('a call that is gone', 'shared/calls.ts', "export const calls = { one: { path: 'CrmX/two' } };\n", 'CrmX/one'),
    one(
      'a call that is declared twice',
      'shared/calls.ts',
      "export const calls = [{ path: 'CrmX/one' }, { path: 'CrmX/one' }];\n",
      'CrmX/one',
    ),
  ],
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function problemsOf(name: string, folder: string): Promise<readonly string[]> {
  folders.push(folder);
  const check = checksOf(folder).find((candidate) => candidate.name === name);
  if (!check) throw new Error(`there is no check ${name}`);
  return (await perform(check, { update: false })).problems;
}

const nothing = emptyFolder();
folders.push(nothing);
const names = checksOf(nothing).map((check) => check.name);

it('every check has faults planted', () => {
  expect(Object.keys(faults).sort()).toEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  it('passes a clean project', async () => {
    expect(await problemsOf(name, writeProject())).toEqual([]);
  });

  it.each(faults[name] ?? [])('finds $what', async ({ files, places }) => {
    const problems = (await problemsOf(name, writeProject(files))).join('\n');
    for (const place of places) expect(problems).toContain(place);
  });
});

describe('a check', () => {
  // the structure does not come from the folder, and settings are files to format
  it.each(names.filter((name) => name !== 'schema'))('that looked at nothing has failed: %s', async (name) => {
    const folder = name === 'format' ? mkdtempSync(join(tmpdir(), 'jianye-nothing-')) : nothing;
    expect(await problemsOf(name, folder)).not.toEqual([]);
  });

  it('that examined nothing has failed', async () => {
    const run = () => ({ count: 0, things: 'files', problems: [] });
    expect((await perform({ name: 'x', run }, { update: false })).problems).toEqual(['examined no files']);
  });

  it('that threw has failed', async () => {
    const run = () => {
      throw new Error('out of order');
    };
    expect((await perform({ name: 'x', run }, { update: false })).problems.join()).toContain('out of order');
  });
});
