import { flawOf } from './small-project.ts';

/** A fault to plant in the small project. */
export interface Fault {
  readonly what: string;
  /** Files to write, or to leave out. */
  readonly files: Readonly<Record<string, string | null>>;
  /** What the problems name, one after another. */
  readonly places: readonly string[];
}

/** A fault in one file: its changed content, and where the problem is when not in its first line. */
export const one = (what: string, path: string, text: string, place = `${path}:1`): Fault => ({
  what,
  files: { [path]: text },
  places: [place],
});

const lockOf = (entry: string, root = '{"devDependencies":{"vitest":"5.1.1"}}') =>
  `{"packages":{"":${root},"node_modules/a":${entry}}}`;

/** Faults of what the lock file brings in. */
export const packageFaults = {
  'lock file': [
    one('a package without a checksum', 'package-lock.json', lockOf('{"version":"1.0.0"}'), 'node_modules/a'),
    ...['git+ssh://x/a.git', 'http://x/a/-/a-1.0.0.tgz', 'https://x/a.tgz', 'https://x/b/-/b-1.0.0.tgz', 'file:a'].map(
      (resolved) =>
        one(
          `a package from ${resolved}`,
          'package-lock.json',
          lockOf(`{"version":"1.0.0","integrity":"x","resolved":"${resolved}"}`),
          'node_modules/a',
        ),
    ),
    one(
      'packages from two places',
      'package-lock.json',
      lockOf(
        `{"version":"1.0.0","integrity":"x","resolved":"https://x/a/-/a-1.0.0.tgz"},
         "node_modules/b":{"version":"1.0.0","integrity":"x","resolved":"https://y/b/-/b-1.0.0.tgz"}`,
      ),
      'https://x, https://y',
    ),
    one('a version that is not exact', 'package.json', '{"dependencies":{"a":"^1.0.0"}}', 'a is not exact'),
    one('a list that is older', 'package-lock.json', lockOf('{"version":"1.0.0","integrity":"x"}', '{}'), 'vitest'),
    { what: 'no list', files: { 'package-lock.json': null }, places: ['package-lock.json'] },
  ],
  'bill of materials': [
    { what: 'no bill', files: { 'sbom.json': null }, places: ['sbom.json'] },
    one(
      'a bill of nothing',
      'sbom.json',
      '{ "components": [], "dependencies": [] }',
      'sbom.json lacks pkg:npm/vitest@5.1.1',
    ),
    one(
      'a package that is not on it, and one that is gone',
      'package-lock.json',
      lockOf('{"version":"1.0.0","integrity":"sha512-xw=="}'),
      'sbom.json has pkg:npm/vitest@5.1.1',
    ),
    one(
      'a package with another content',
      'package-lock.json',
      '{"packages":{"":{},"node_modules/vitest":{"version":"5.1.1","integrity":"sha512-yA==","dev":true}}}',
      'sbom.json differs in pkg:npm/vitest@5.1.1',
    ),
    one('a product of another version', 'package.json', '{ "name": "small", "version": "2.0.0" }', 'sbom.json differs'),
  ],
  'known flaws': [
    ...['>=5.0.0 <5.1.2', '5.1.1', '<5 || ^5.1.0'].map((versions) =>
      one(
        `a package with a flaw of ${versions}`,
        'scripts/check/known-flaws.json',
        `{ "flaws": { "vitest": [${flawOf(versions)}] } }`,
        'node_modules/vitest 5.1.1 has GHSA-0000',
      ),
    ),
    one(
      'a package below another with a flaw',
      'scripts/check/known-flaws.json',
      `{ "flaws": { "@a/b": [${flawOf('1.0.0')}] } }`,
      'node_modules/@a/b 1.0.0 has GHSA-0000',
    ),
    one(
      'a range that is none',
      'scripts/check/known-flaws.json',
      `{ "flaws": { "vitest": [${flawOf('before 9')}] } }`,
      'no range of versions',
    ),
    { what: 'no list', files: { 'scripts/check/known-flaws.json': null }, places: ['known-flaws.json'] },
  ],
} satisfies Readonly<Record<string, readonly Fault[]>>;
