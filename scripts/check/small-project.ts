import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Files = Readonly<Record<string, string>>;

/** The settings of the tools: those of the real project. */
const settings = [
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'tsconfig.base.json',
  'shared/tsconfig.json',
  'server/tsconfig.json',
  'web/tsconfig.json',
  'scripts/tsconfig.json',
];
const snapshot = 'server/migrations/schema.snapshot';

/** A coverage list whose first row is of a finished batch. */
export function coverageOf(tests: string, waitsFor = 'BI: figures'): string {
  const rows = Array.from({ length: 341 }, (_, at) =>
    at === 0 ? `| 1 | first | foundation | ${tests} | ${waitsFor} |` : `| ${at + 1} | another | engine |  |`,
  );
  return [
    'Finished batches: foundation',
    ...rows,
    '| B1 | seen | foundation | ' + someTest + ' › sorts by name |',
    '',
  ].join('\n');
}

export const someTest = 'server/modules/crm/customers/routes.test.ts';

/** A flaw of the versions in a range. */
export const flawOf = (versions: string): string =>
  `{ "id": "GHSA-0000", "severity": "critical", "versions": "${versions}" }`;

/** The bill of what is locked below. */
const bill = `{
  "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
  "metadata": { "component": { "type": "application", "bom-ref": "pkg:npm/small@1.0.0", "name": "small", "version": "1.0.0", "scope": "required", "purl": "pkg:npm/small@1.0.0" } },
  "components": [
    { "type": "library", "bom-ref": "pkg:npm/%40a/b@1.0.0", "group": "@a", "name": "b", "version": "1.0.0", "scope": "required", "hashes": [{ "alg": "SHA-512", "content": "c7" }], "purl": "pkg:npm/%40a/b@1.0.0" },
    { "type": "library", "bom-ref": "pkg:npm/vitest@5.1.1", "name": "vitest", "version": "5.1.1", "scope": "excluded", "hashes": [{ "alg": "SHA-512", "content": "c7" }], "licenses": [{ "expression": "MIT" }], "purl": "pkg:npm/vitest@5.1.1" }
  ],
  "dependencies": [
    { "ref": "pkg:npm/%40a/b@1.0.0", "dependsOn": [] },
    { "ref": "pkg:npm/small@1.0.0", "dependsOn": ["pkg:npm/vitest@5.1.1"] },
    { "ref": "pkg:npm/vitest@5.1.1", "dependsOn": ["pkg:npm/%40a/b@1.0.0"] }
  ]
}
`;

/** A project that every check passes: one file of each kind. */
const files: Files = {
  'package.json': `{
  "name": "small",
  "version": "1.0.0",
  "type": "module",
  "imports": {
    "#server/*": "./server/*",
    "#shared/*": "./shared/*",
    "#web/*": "./web/*"
  },
  "devDependencies": {
    "vitest": "5.1.1"
  }
}
`,
  'package-lock.json': `{"packages":{
    "":{"devDependencies":{"vitest":"5.1.1"}},
    "node_modules/vitest":{"version":"5.1.1","integrity":"sha512-xw==","license":"MIT","dev":true,"dependencies":{"@a/b":"^1.0.0"}},
    "node_modules/vitest/node_modules/@a/b":{"version":"1.0.0","integrity":"sha512-xw==","resolved":"https://r.example/@a/b/-/b-1.0.0.tgz"}
  }}`,
  'sbom.json': bill,
  'scripts/check/known-flaws.json': `{
  "asOf": "2026-01-31",
  "flaws": { "vitest": [${flawOf('<3.0.5')}] }
}
`,
  'knip.json': `{
  "entry": ["server/main.ts!", "web/main.ts!", "scripts/check/run.ts!", "**/*.test.ts"],
  "project": ["{server,shared,web,scripts}/**/*.ts!", "!**/*.test.ts!"]
}
`,
  'docs/calls.txt': 'POST CrmX/one\nPOST CrmX/two\n',
  'docs/calls-covered.txt': 'POST CrmX/one\n',
  'docs/requirements.md': '# Requirements\n\n- **R1.1** Lists, as security A1 has it (decisions/lists.md).\n',
  'docs/security.md': '| Id | Required |\n|---|---|\n| A1 | A right for each list. |\n| A2 | Ids too. |\n',
  'docs/decisions/lists.md': '# Lists\n\nOne is enough.\n',
  'docs/coverage.md': coverageOf(`${someTest} › lists; sorts too; ${someTest} › sorts by name`),
  'scripts/check/run.ts': 'process.exitCode = 0;\n',
  'shared/calls.ts': "export const calls = { one: { path: 'CrmX/one' } };\n",
  'shared/crm/customer-type.ts': "export const customerType = {\n  table: 'customer',\n};\n",
  'shared/i18n/cn/words.ts': "export const cn = {\n  'a.b': '你好{name}',\n} as const;\n",
  'shared/i18n/en/words.ts': "export const en = {\n  'a.b': 'hello {name}',\n} as const;\n",
  'server/platform/words.ts': `import { cn } from '#shared/i18n/cn/words.ts';
import { en } from '#shared/i18n/en/words.ts';

export const words = [cn, en];
`,
  'server/record/query/list.ts': `import { words } from '#server/platform/words.ts';

// 中文 may stand in a comment (R1.1, security A1, A2; docs/decisions/lists.md)
export const list = (text: string): boolean => words.length > 0 && /^a+b$/.test(text);
`,
  'server/modules/admin/role/api.ts': 'export const roles = 1;\n',
  'server/modules/admin/user/routes.ts': `import { roles } from '#server/modules/admin/role/api.ts';

export const users = roles;
`,
  'server/modules/crm/customers/routes.ts': `import { list } from '#server/record/query/list.ts';
import { customerType } from '#shared/crm/customer-type.ts';

export const routes = [list, customerType];
`,
  [someTest]: `import { describe, expect, it } from 'vitest';
import { routes } from './routes.ts';

describe('customers', () => {
  it('lists; sorts too', () => expect(routes).toHaveLength(2));
  it.each([['name'], ['date']])('sorts by %s', (name) => expect(name).toHaveLength(4));
  it.skip('is not ready', () => expect(routes).toEqual([]));
});
`,
  'server/main.ts': `import { users } from '#server/modules/admin/user/routes.ts';
import { routes } from '#server/modules/crm/customers/routes.ts';
import { calls } from '#shared/calls.ts';

process.exitCode = [users, routes, calls].length;
`,
  'web/ui/button.ts': "export const button = document.createElement('button');\n",
  'web/main.ts': `import { button } from '#web/ui/button.ts';

document.body.append(button);
`,
};

/** Writes the small project with changed contents for some files into a separate folder; null leaves a file out. */
export function writeProject(changes: Readonly<Record<string, string | null>> = {}): string {
  const folder = emptyFolder();
  copy(snapshot, folder);
  for (const [path, text] of Object.entries({ ...files, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A folder with packages and the settings of the tools, and no code. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-planted-'));
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  for (const path of settings) copy(path, folder);
  return folder;
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), join(folder, path));
}
