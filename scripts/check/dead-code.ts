import type { Outcome } from './check.ts';
import { lastWords, runTool } from './tool.ts';

interface Report {
  readonly issues: readonly Readonly<Record<string, unknown>>[];
}

/** Code, exports and packages that nothing uses, and packages that are used but not declared (knip.json). */
export async function deadCode(root: string, count: number): Promise<Outcome> {
  const result = await runTool('knip', ['--no-progress', '--reporter', 'json'], root);
  const things = 'files';
  let report: Report;
  try {
    report = JSON.parse(result.output) as Report;
  } catch {
    return { count: 0, things, problems: [lastWords(result)] };
  }
  const problems = report.issues.flatMap(problemsOf);
  if (result.code !== 0 && problems.length === 0) return { count: 0, things, problems: [lastWords(result)] };
  return { count, things, problems };
}

interface Found {
  readonly name: string;
  readonly line?: number;
}

const isFound = (value: unknown): value is Found => typeof value === 'object' && value !== null && 'name' in value;

/** A file with what is wrong in it, by kind: `exports`, `types`, `files`, `dependencies`, … */
function problemsOf(issue: Readonly<Record<string, unknown>>): string[] {
  const file = String(issue['file']);
  return Object.entries(issue).flatMap(([kind, list]) =>
    (Array.isArray(list) ? (list as unknown[]) : [])
      .flat()
      .filter(isFound)
      .map((one) => {
        const place = one.line === undefined ? file : `${file}:${one.line}`;
        return kind === 'files' ? `${file} is used by nothing` : `${place} unused ${kind}: ${one.name}`;
      }),
  );
}
