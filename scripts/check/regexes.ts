import { checkSync } from 'recheck';
import { Visitor, type ESTree } from 'vite';
import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';

/** Made at run time from parts that are all ours, none of them a user's. */
const mayBuild = new Set(['server/platform/files/file-name.ts', 'server/platform/places/place-name.ts']);

interface Found {
  readonly offset: number;
  /** Null when it is put together at run time. */
  readonly pattern: string | null;
  readonly flags: string;
}

/** No regular expression of the product can be made to run long, and none comes from a user (security X6, X7). */
export function regexes(project: Project): Outcome {
  const problems: string[] = [];
  let count = 0;
  for (const source of project.sources('shared', 'server', 'web')) {
    if (source.isTest) continue;
    for (const found of regexesIn(source)) {
      count += 1;
      const problem = problemOf(found, source.path);
      if (problem) problems.push(`${source.at(found.offset)} ${problem}`);
    }
  }
  return { count, things: 'regular expressions', problems };
}

function regexesIn(source: Source): Found[] {
  const found: Found[] = [];
  const constructed = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    found.push({ offset: node.start, pattern: textOf(node.arguments[0]), flags: textOf(node.arguments[1]) ?? '' });
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ offset: node.start, ...node.regex });
    },
    NewExpression: constructed,
    CallExpression: constructed,
  }).visit(source.program);
  return found;
}

const textOf = (node: ESTree.Argument | undefined): string | null => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
};

const known = new Map<string, string | null>();

function problemOf({ pattern, flags }: Found, path: string): string | null {
  if (pattern === null) return mayBuild.has(path) ? null : 'a regular expression made at run time (security X6)';
  const key = `${flags}/${pattern}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const problem = verdictOn(pattern, flags);
  known.set(key, problem);
  return problem;
}

/** A search that starts anew at each place costs one more power, which the length caps bear: cubes are refused. */
const bearable = 2;

function verdictOn(pattern: string, flags: string): string | null {
  const verdict = checkSync(pattern, flags.replace('v', 'u'), { timeout: 3000 });
  if (verdict.status === 'safe') return null;
  if (verdict.status === 'unknown') return `/${pattern}/ cannot be examined: ${verdict.error.kind}`;
  if (verdict.complexity.type === 'polynomial' && verdict.complexity.degree <= bearable) return null;
  return `/${pattern}/ backtracks in ${verdict.complexity.summary} time (security X7)`;
}
