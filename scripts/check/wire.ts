import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const declared = /path: (?:at\('(\w+)'\)|'([\w/]+)')/g;

/** Paths of all endpoint contracts in shared/. */
function pathsOf(project: Project): string[] {
  return project
    .sources('shared')
    .flatMap((source) =>
      source.isTest
        ? []
        : [...source.text.matchAll(declared)].map((match) => (match[1] ? `CrmCustomer/${match[1]}` : (match[2] ?? ''))),
    );
}

/** How many of the calls of the specification there are; none that was there may get lost. */
export function wire(project: Project): Outcome {
  const wanted = project
    .read('docs/calls.txt')
    .split('\n')
    .filter((line) => line !== '');
  const kept = project
    .read('docs/calls-covered.txt')
    .split('\n')
    .filter((line) => line !== '');
  const paths = pathsOf(project);
  const there = new Set(paths);
  const covered = wanted.filter((line) => there.has(line.split(' ')[1] ?? ''));
  const problems = [
    ...kept.filter((line) => !covered.includes(line)).map((line) => `${line} is gone`),
    ...paths.filter((path, index) => paths.indexOf(path) !== index).map((path) => `${path} is declared twice`),
  ];
  return {
    count: paths.length,
    things: 'endpoint contracts',
    problems,
    note: `${covered.length} of ${wanted.length} calls of the specification`,
  };
}
