import type { Outcome } from './check.ts';
import { lastWords, linesOf, runTool } from './tool.ts';

/** Formatting by the one formatter. */
export async function format(root: string): Promise<Outcome> {
  const result = await runTool('oxfmt', ['--check', '.'], root);
  const counted = /on (\d+) files/.exec(result.output + result.errors);
  const files = linesOf(result.output).filter((line) => /\.(?:ts|tsx|mjs|json|css|html)\b/.test(line));
  return {
    count: Number(counted?.[1] ?? 0),
    things: 'files',
    problems: result.code === 0 ? [] : files.length > 0 ? files : [lastWords(result)],
  };
}

/** The linter, with types. */
export async function lint(root: string): Promise<Outcome> {
  const result = await runTool('oxlint', ['--type-aware', '--format', 'unix', '.'], root);
  const counted = /on (\d+) files/.exec(result.output + result.errors);
  const problems = linesOf(result.output).filter((line) => /\[Error/.test(line));
  return {
    count: Number(counted?.[1] ?? (result.code === 0 ? 1 : 0)),
    things: 'files',
    problems: result.code === 0 ? [] : problems.length > 0 ? problems : [lastWords(result)],
  };
}

/** Each root by its own rules. */
export async function types(root: string): Promise<Outcome> {
  const problems: string[] = [];
  let count = 0;
  for (const folder of ['shared', 'server', 'web', 'scripts']) {
    const result = await runTool('tsc', ['-p', folder, '--listFiles'], root);
    const lines = linesOf(result.output);
    count += lines
      .filter((line) => line.endsWith('.ts') || line.endsWith('.tsx'))
      .filter((line) => !line.includes('node_modules')).length;
    if (result.code !== 0) problems.push(...lines.filter((line) => line.includes('error TS')));
    if (result.code !== 0 && problems.length === 0) problems.push(lastWords(result));
  }
  return { count, things: 'files', problems };
}
