import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const deepest = 3;
const holdsContracts = /^shared\/(?:.*[/-])?calls\.ts$/;

/** Paths of all endpoint contracts exported by shared/: a contract in several groups counts once. */
async function pathsOf(project: Project, root: string): Promise<string[]> {
  const contracts = new Set<{ readonly path: string }>();
  for (const file of project.paths.filter((path) => holdsContracts.test(path))) {
    const exported = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    for (const one of contractsIn(exported)) contracts.add(one);
  }
  return [...contracts].map(({ path }) => path);
}

/** Contracts are exported alone, in groups, and in groups of groups. */
function contractsIn(value: unknown, depth = 0): { readonly path: string }[] {
  if (isContract(value)) return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((one) => contractsIn(one, depth + 1));
}

const isContract = (value: unknown): value is { readonly path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';

/** How many of the calls of docs/calls.txt are covered; none may be lost. */
export async function wire(project: Project, root: string): Promise<Outcome> {
  const linesOf = (path: string) =>
    project
      .read(path)
      .split('\n')
      .filter((line) => line !== '');
  const wanted = linesOf('docs/calls.txt');
  const kept = linesOf('docs/calls-covered.txt');
  const paths = await pathsOf(project, root);
  const there = new Set(paths);
  const covered = wanted.filter((line) => there.has(line.split(' ')[1] ?? ''));
  const problems = [
    ...kept.filter((line) => !covered.includes(line)).map((line) => `${line} is gone`),
    ...covered.filter((line) => !kept.includes(line)).map((line) => `${line} is not in docs/calls-covered.txt`),
    ...paths.filter((path, index) => paths.indexOf(path) !== index).map((path) => `${path} is declared twice`),
  ];
  return {
    count: paths.length,
    things: 'endpoint contracts',
    problems,
    note: `${covered.length} of ${wanted.length} calls of docs/calls.txt`,
  };
}
