import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const mostFiles = 15;
/** One file per module and language, and one per field type and side. */
const mayHoldMore = /^(?:shared\/i18n\/\w+|shared\/record\/field-types|web\/record\/inputs)$/;
const isProduct = /^(?:server|web|shared)\/.*(?<!\.test|\/testing|\/examples)\.tsx?$/;

/** Folders that others build on: each has a description. */
const saysWhatFor = /^(?:server|web)\/record(?:\/|$)/;
const fewFiles = 3;
const [fewestLines, mostLines] = [3, 10];

/**
 * A folder has few enough files to take in at a glance, not counting stylesheets and tests, and one of the engine
 * describes its exports in its `README.md`.
 */
export function rooms(project: Project, root: string, update: boolean): Outcome {
  const folders = new Map<string, string[]>();
  for (const path of project.paths.filter((one) => isProduct.test(one))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(folder.length + 1)]);
  }
  const found = new Map<string, Found>();
  for (const [folder, files] of folders) {
    if (files.length > mostFiles && !mayHoldMore.test(folder))
      found.set(folder, {
        count: files.length,
        lines: [`${folder} holds ${files.length} files, at most ${mostFiles}`],
      });
    if (files.length <= fewFiles || !saysWhatFor.test(folder)) continue;
    const readme = `${folder}/README.md`;
    const lines = readmeProblems(project, readme, folder).map((problem) => `${readme} ${problem}`);
    if (lines.length > 0) found.set(readme, { count: lines.length, lines });
  }
  const { problems, note } = heldToAllowance(root, 'rooms', found, update);
  return { count: folders.size, things: 'folders', problems, note };
}

function readmeProblems(project: Project, readme: string, folder: string): string[] {
  if (!project.paths.includes(readme)) return [`does not say what ${folder} exports`];
  const text = project.read(readme);
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
  return [
    ...(lines < fewestLines || lines > mostLines ? [`has ${lines} lines, not ${fewestLines} to ${mostLines}`] : []),
    ...(named.length === 0 ? ['names no file of its folder'] : []),
    ...named
      .filter((name) => !project.paths.includes(`${folder}/${name}`))
      .map((name) => `names a file that is not there: ${name}`),
  ];
}
