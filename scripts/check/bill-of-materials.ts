import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './check.ts';
import { foundBy, nameOf, packagesOf, readLockFile, type Locked, type LockFile } from './locked-packages.ts';
import type { Project } from './project.ts';

const file = 'sbom.json';

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
  readonly purl: string;
}

interface Bill {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The committed bill of materials is that of the lock file (security O4). */
export function billOfMaterials(project: Project, root: string, update: boolean): Outcome {
  const bill = billOf(readLockFile(project), JSON.parse(project.read('package.json')) as Locked);
  if (update) writeFileSync(join(root, file), written(bill));
  const committed = update ? bill : (JSON.parse(project.read(file)) as Bill);
  return { count: bill.components.length, things: 'components', problems: differences(bill, committed) };
}

/** One line for each component and dependency, so that a change is read by its lines. */
function written({ components, dependencies, ...head }: Bill): string {
  const lines = (list: readonly object[]): string => list.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  return `${JSON.stringify(head, null, 2).slice(0, -2)},
  "components": [\n${lines(components)}\n  ],
  "dependencies": [\n${lines(dependencies)}\n  ]\n}\n`;
}

/** Components and head that differ, one line each. */
function differences(bill: Bill, committed: Bill): string[] {
  const [wanted, found] = [componentsOf(bill), componentsOf(committed)];
  const problems = [
    ...[...wanted.keys()].filter((ref) => !found.has(ref)).map((ref) => `${file} lacks ${ref}`),
    ...[...found.keys()].filter((ref) => !wanted.has(ref)).map((ref) => `${file} has ${ref}, which is not locked`),
    ...[...wanted]
      .filter(([ref, text]) => (found.get(ref) ?? text) !== text)
      .map(([ref]) => `${file} differs in ${ref}`),
  ];
  const isSame = problems.length > 0 || JSON.stringify(bill) === JSON.stringify(committed);
  return isSame ? problems : [`${file} differs from package-lock.json: npm run check -- 'bill of materials' --update`];
}

const componentsOf = ({ components, dependencies }: Bill): ReadonlyMap<string, string> => {
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  return new Map(components.map((one) => [one['bom-ref'], JSON.stringify([one, edges.get(one['bom-ref'])])]));
};

/** A bill in the format CycloneDX: what is locked, once each, and what needs what. */
function billOf(lock: LockFile, own: Locked): Bill {
  const root = componentOf(own.name ?? '', own);
  const components = new Map<string, Component>();
  const edges = new Map<string, Set<string>>([[root['bom-ref'], needsOf(lock, '')]]);
  for (const [path, locked] of packagesOf(lock)) {
    const component = componentOf(nameOf(path, locked), locked);
    const ref = component['bom-ref'];
    components.set(ref, broader(components.get(ref), component));
    edges.set(ref, new Set([...(edges.get(ref) ?? []), ...needsOf(lock, path)]));
  }
  const byRef = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
    one < other ? -1 : 1;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...root, type: 'application' } },
    components: [...components].sort(byRef).map(([, component]) => component),
    dependencies: [...edges].sort(byRef).map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
  };
}

const scopes = ['excluded', 'optional', 'required'] as const;

/** Of one package in two folders, the scope that ships it counts. */
function broader(one: Component | undefined, other: Component): Component {
  const scopeOf = ({ scope = 'required' }: Component): number => scopes.indexOf(scope);
  return one && scopeOf(one) > scopeOf(other) ? one : other;
}

function componentOf(fullName: string, locked: Locked): Component {
  const [group, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName];
  const { version = '', license, integrity, dev = false, optional = false, devOptional = false } = locked;
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: name ?? '',
    version,
    scope: dev ? 'excluded' : optional || devOptional ? 'optional' : 'required',
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

/** A checksum of the lock file, `sha512-` and base64, as a bill has it. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', content = ''] = integrity.split('-');
  return {
    alg: algorithm.replace('sha', 'SHA-').toUpperCase(),
    content: Buffer.from(content, 'base64').toString('hex'),
  };
}

/** References of the packages that one needs. */
function needsOf(lock: LockFile, path: string): Set<string> {
  const { dependencies, devDependencies, optionalDependencies } = lock.packages[path] ?? {};
  const needs = new Set<string>();
  for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    const found = foundBy(lock, path, name);
    const locked = found === null ? undefined : lock.packages[found];
    if (found !== null && locked) needs.add(componentOf(nameOf(found, locked), locked)['bom-ref']);
  }
  return needs;
}
