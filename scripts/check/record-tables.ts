import type { Project } from './project.ts';

/** The tables of the declared record types. */
export const recordTables = (project: Project): ReadonlySet<string> =>
  new Set(
    project
      .sources('shared')
      .flatMap(({ code }) => [...code.matchAll(/^ {2}table: '(\w+)',$/gm)].map(([, table = '']) => table)),
  );
