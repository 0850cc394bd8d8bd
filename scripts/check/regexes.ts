import { checkSync } from 'recheck';
import { Visitor, type ESTree } from 'vite';
import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';

// In this process, the same on every machine; by default the package uses a separate program per platform.
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
/** Exact for nearly every pattern, with repeats expanded; a busy machine gets the time that it takes. */
const exact = { checker: 'automaton', maxRepeatCount: 1000, maxPatternSize: 20_000, timeout: 15_000 } as const;
/** Where that is not possible, or takes long, strings are tried as well. */
const tried = { checker: 'auto', timeout: 20_000 } as const;

interface Found {
  readonly offset: number;
  /** Null when it is built at run time. */
  readonly pattern: string | null;
  readonly flags: string;
}

/**
 * No regular expression of the product can run long, and none comes from a user (security X6, X7). Quadratic ones are
 * refused as well: trimming an end is a loop (`shared/text/ends.ts`).
 */
export function regexes(project: Project): Outcome {
  const problems: string[] = [];
  let count = 0;
  for (const source of project.sources('shared', 'server', 'web')) {
    if (source.isTest) continue;
    for (const found of regexesIn(source)) {
      count += 1;
      const problem = problemOf(found);
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

function problemOf({ pattern, flags }: Found): string | null {
  if (pattern === null) return 'a regular expression made at run time (security X6)';
  const key = `/${pattern}/${flags}`;
  const verdict = known.has(key) ? known.get(key) : verdictOn(pattern, flags);
  known.set(key, verdict ?? null);
  return verdict ? `${key} ${verdict} (security X7)` : null;
}

function verdictOn(pattern: string, flags: string): string | null {
  const readFlags = flags.replace('v', 'u');
  const proof = checkSync(pattern, readFlags, exact);
  const verdict = proof.status === 'unknown' ? checkSync(pattern, readFlags, tried) : proof;
  if (verdict.status === 'safe') return null;
  if (verdict.status === 'unknown') return `cannot be examined: ${verdict.error.kind}`;
  return `backtracks in ${verdict.complexity.summary} time`;
}
