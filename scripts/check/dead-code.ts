import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './check.ts';
import type { Unused } from './dead-code-report.ts';
import { jsonOf, lastWords, runTool } from './tool.ts';

const reporter = fileURLToPath(new URL('./dead-code-report.ts', import.meta.url));

/**
 * Unused code, exports and packages, and undeclared packages (knip.json); then code that only tests use, except exports
 * marked `@internal` and code that a product file uses itself.
 */
export async function deadCode(root: string): Promise<Outcome> {
  const anywhere = await unused(root, []);
  if (anywhere.count === 0) return { ...anywhere, things: 'files' };
  const product = await unusedInProduct(root);
  const further = product.problems.filter((problem) => !anywhere.problems.includes(problem));
  const problems = [...anywhere.problems, ...further.map((problem) => `${problem} (tests alone use it)`)];
  return { count: anywhere.count, things: 'files', problems };
}

async function unused(root: string, options: readonly string[]): Promise<Unused> {
  const result = await runTool('knip', ['--no-progress', '--reporter', reporter, ...options], root);
  const report = jsonOf<Unused>(result);
  if (!report) return { count: 0, problems: [lastWords(result)] };
  return result.code !== 0 && report.problems.length === 0 ? { ...report, problems: [lastWords(result)] } : report;
}

/** Starting at the entries that end with `!`: an export used by its own file may exist for a test. */
async function unusedInProduct(root: string): Promise<Unused> {
  const folder = await mkdtemp(join(tmpdir(), 'jianye-knip-'));
  const config = join(folder, 'knip.json');
  const settings = JSON.parse(await readFile(join(root, 'knip.json'), 'utf8')) as object;
  try {
    await writeFile(config, JSON.stringify({ ...settings, ignoreExportsUsedInFile: true }));
    return await unused(root, ['--production', '--config', config]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
