import type { Outcome } from './check.ts';
import { nameOf, packagesOf, readLockFile, type Locked } from './locked-packages.ts';
import type { Project } from './project.ts';

type Declared = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Every package comes from one registry with its checksum, and every version is exact (security O4). */
export function lockFile(project: Project): Outcome {
  const lock = readLockFile(project);
  const own = JSON.parse(project.read('package.json')) as Declared;
  const packages = packagesOf(lock);
  const problems: string[] = [];
  const registries = new Set<string>();
  for (const [path, locked] of packages) {
    const registry = registryOf(nameOf(path, locked), locked);
    if (registry === null) problems.push(`package-lock.json ${path} does not come from the registry`);
    else if (registry !== '') registries.add(registry);
    if (locked.integrity === undefined) problems.push(`package-lock.json ${path} has no checksum`);
  }
  if (registries.size > 1) problems.push(`package-lock.json names several registries: ${[...registries].join(', ')}`);
  const root = (lock.packages[''] ?? {}) as Declared;
  for (const kind of kinds) {
    for (const [name, version] of Object.entries(own[kind] ?? {})) {
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`package.json ${name} is not exact: ${version}`);
      if (root[kind]?.[name] !== version) problems.push(`package-lock.json is older than package.json: ${name}`);
    }
  }
  return { count: packages.length, things: 'packages', problems };
}

/** Its source: empty for the default registry, null for anything but a registry. */
function registryOf(name: string, { version, resolved, link }: Locked): string | null {
  if (link) return null;
  if (resolved === undefined) return '';
  const end = `/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
  return resolved.startsWith('https://') && resolved.endsWith(end) ? resolved.slice(0, -end.length) : null;
}
