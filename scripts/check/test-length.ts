import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const maxLines = 400;

/** A test file is about one thing, and short enough to be run and read alone. */
export function testLength(project: Project, root: string, update: boolean): Outcome {
  const tests = project.paths.filter((path) => /\.test\.tsx?$/.test(path));
  const found = new Map<string, Found>();
  for (const path of tests) {
    const count = project.read(path).trimEnd().split('\n').length;
    if (count > maxLines) found.set(path, { count, lines: [`${path} has ${count} lines, at most ${maxLines}`] });
  }
  const { problems, note } = heldToAllowance(root, 'test length', found, update);
  return { count: tests.length, things: 'test files', problems, note };
}
