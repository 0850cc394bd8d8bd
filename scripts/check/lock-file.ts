import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** Every package comes from the registry with its checksum, and every version is exact (security O4). */
export function lockFile(project: Project): Outcome {
  const lock = JSON.parse(project.read('package-lock.json')) as { packages: Record<string, Locked> };
  const own = JSON.parse(project.read('package.json')) as Record<string, Record<string, string> | undefined>;
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '');
  const problems = packages.flatMap(([name, { resolved = '', integrity, link }]) => [
    ...(link || !/^(?:https:.*)?$/.test(resolved) ? [`package-lock.json ${name} does not come from the registry`] : []),
    ...(integrity === undefined ? [`package-lock.json ${name} has no checksum`] : []),
  ]);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(own[kind] ?? {}))
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`package.json ${name} is not exact: ${version}`);
  }
  return { count: packages.length, things: 'packages', problems };
}
