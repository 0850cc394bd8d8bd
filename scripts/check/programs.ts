import type { Outcome } from './check.ts';
import { jsonOf, lastWords, linesOf, runTool } from './tool.ts';

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

interface LintReport {
  readonly number_of_files: number;
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code?: string;
    readonly severity: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** The linter, with types. A warning is a problem too: otherwise nobody reads it. */
export async function lint(root: string): Promise<Outcome> {
  const result = await runTool('oxlint', ['--type-aware', '--format', 'json', '.'], root);
  const report = jsonOf<LintReport>(result);
  if (!report) return { count: 0, things: 'files', problems: [lastWords(result)] };
  const problems = report.diagnostics.map(
    ({ filename, labels, message, code }) => `${filename}:${labels[0]?.span.line ?? 1} ${message} ${code ?? ''}`,
  );
  if (result.code !== 0 && problems.length === 0) problems.push(lastWords(result));
  return { count: report.number_of_files, things: 'files', problems };
}

/** Each root by its own rules. */
export async function types(root: string): Promise<Outcome> {
  const problems: string[] = [];
  let count = 0;
  for (const folder of ['shared', 'server', 'web', 'scripts']) {
    const result = await runTool('tsc', ['-p', folder, '--listFiles'], root);
    const lines = linesOf(result.output);
    count += lines.filter((line) => /\.tsx?$/.test(line) && !line.includes('node_modules')).length;
    if (result.code === 0) continue;
    const errors = lines.filter((line) => line.includes('error TS'));
    problems.push(...(errors.length > 0 ? errors : [`${folder} ${lastWords(result)}`]));
  }
  return { count, things: 'files', problems };
}
