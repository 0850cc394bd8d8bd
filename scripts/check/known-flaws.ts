import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import type { Outcome } from './check.ts';
import { nameOf, packagesOf, readLockFile } from './locked-packages.ts';
import type { Project } from './project.ts';
import { jsonOf, lastWords } from './tool.ts';

const file = 'scripts/check/known-flaws.json';

/** A published flaw of a package, serious enough to stop a build. */
interface Flaw {
  readonly id: string;
  readonly severity: 'high' | 'critical';
  /** The versions that have it, as package.json writes ranges. */
  readonly versions: string;
}

interface KnownFlaws {
  /** The day on which the list was last completed. */
  readonly asOf: string;
  readonly flaws: Readonly<Record<string, readonly Flaw[]>>;
}

/** No locked package has a flaw of the committed list, which `--update` completes from the registry (security O4). */
export function knownFlaws(project: Project, root: string, update: boolean): Outcome {
  let known = JSON.parse(project.read(file)) as KnownFlaws;
  const problems: string[] = [];
  if (update) {
    const published = ask(root);
    if (typeof published === 'string') problems.push(`the registry names no flaws: npm audit ${published}`);
    else {
      known = { asOf: new Date().toISOString().slice(0, 10), flaws: joined(known.flaws, published) };
      writeFileSync(join(root, file), `${JSON.stringify(known, null, 2)}\n`);
    }
  }
  const packages = packagesOf(readLockFile(project));
  for (const [path, locked] of packages) {
    const { version = '' } = locked;
    for (const { id, severity, versions } of known.flaws[nameOf(path, locked)] ?? []) {
      if (semver.validRange(versions) === null) problems.push(`${file} ${id} has no range of versions: ${versions}`);
      else if (semver.satisfies(version, versions, { includePrerelease: true }))
        problems.push(`package-lock.json ${path} ${version} has ${id}, which is ${severity}`);
    }
  }
  return { count: packages.length, things: 'packages', problems, note: `flaws known on ${known.asOf}` };
}

/** What `npm audit --json` reports, as far as it is used. */
interface Audit {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly via: readonly (
          | string
          | { readonly name: string; readonly url: string; readonly severity: string; readonly range: string }
        )[];
      }
    >
  >;
}

/** The serious flaws that the registry knows of what is locked, or why it does not say. */
function ask(root: string): KnownFlaws['flaws'] | string {
  const audit = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { cwd: root, encoding: 'utf8' });
  const result = { code: audit.status, output: audit.stdout, errors: audit.stderr };
  const found = jsonOf<Audit>(result)?.vulnerabilities;
  if (!found) return lastWords(result);
  const flaws: Record<string, Flaw[]> = {};
  for (const { via } of Object.values(found)) {
    for (const one of via) {
      if (typeof one === 'string' || (one.severity !== 'high' && one.severity !== 'critical')) continue;
      const { name, url, severity, range } = one;
      (flaws[name] ??= []).push({ id: url.slice(url.lastIndexOf('/') + 1), severity, versions: range });
    }
  }
  return flaws;
}

/** Both lists in one, sorted; what is published later replaces what was known. */
function joined(known: KnownFlaws['flaws'], published: KnownFlaws['flaws']): KnownFlaws['flaws'] {
  const names = [...new Set([...Object.keys(known), ...Object.keys(published)])].sort();
  return Object.fromEntries(
    names.map((name) => {
      const byId = new Map([...(known[name] ?? []), ...(published[name] ?? [])].map((flaw) => [flaw.id, flaw]));
      return [name, [...byId.values()]];
    }),
  );
}
