import { fileURLToPath } from 'node:url';
import type { Outcome } from './check.ts';
import type { Unused } from './dead-code-report.ts';
import { jsonOf, lastWords, runTool } from './tool.ts';

const reporter = fileURLToPath(new URL('./dead-code-report.ts', import.meta.url));

/** Code, exports and packages that nothing uses, and packages that are used but not declared (knip.json). */
export async function deadCode(root: string): Promise<Outcome> {
  const result = await runTool('knip', ['--no-progress', '--reporter', reporter], root);
  const report = jsonOf<Unused>(result);
  if (!report) return { count: 0, things: 'files', problems: [lastWords(result)] };
  const problems = [...report.problems];
  if (result.code !== 0 && problems.length === 0) problems.push(lastWords(result));
  return { count: report.count, things: 'files', problems };
}
