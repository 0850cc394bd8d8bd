import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const requirements = 'docs/requirements.md';
const security = 'docs/security.md';

const isRead = /\.(?:tsx?|mjs|js|css|html|sql|md)$/;
const isCode = /\.(?:tsx?|mjs|js)$/;

/** Between two words of a comment, which may be in two lines. */
const gap = String.raw`(?:\s|\*(?!/)|//|--)+`;
const code = String.raw`[A-Z]\d{1,2}(?:-[A-Z]\d{1,2})?`;
const requirementCited = /\bR\d+\.\d+\b/g;
const securityCited = new RegExp(
  String.raw`\b[Ss]ecurity${gap}(${code}(?:(?:,${gap}|${gap}and${gap})${code})*)\b`,
  'g',
);
const documentNamed = /(?<![\w./:-])[\w.-]+(?:\/[\w.-]+)*\.md\b/g;
/** Documents that this repository does not contain, and sections cited instead of an entry. */
const withoutEntry = new RegExp(
  String.raw`\b(?:spec|reference|crm|oa|design|style|security|requirements)${gap}§|\bstyle${gap}"|\bthe${gap}spec(?:ification)?\b`,
  'gi',
);

interface Citation {
  /** `path:line`. */
  readonly place: string;
  readonly text: string;
  /** What is wrong with it; null when it resolves. */
  readonly problem: string | null;
}

/**
 * Citations in comments, test titles and documents must resolve: `R3.4` in docs/requirements.md, `security A2` in
 * docs/security.md, and every named document.
 */
export function citations(project: Project): Outcome {
  const problems: string[] = [];
  const entries = definedIn(project, requirements, /^- \*\*(R\d+\.\d+)\*\* \S/gm, problems);
  const rows = definedIn(project, security, /^\| ([A-Z]\d{1,2}) \| [^\s|]/gm, problems);
  const found = project.paths
    .filter((path) => isRead.test(path))
    .flatMap((path) => citedIn(project, path, entries, rows));
  for (const { place, text, problem } of found) if (problem) problems.push(`${place} ${text}: ${problem}`);
  return { count: found.length, things: 'citations', problems };
}

/** Numbers of the entries of a document; each must be unique. */
function definedIn(project: Project, path: string, entry: RegExp, problems: string[]): ReadonlySet<string> {
  const text = project.read(path);
  const known = new Set<string>();
  for (const match of text.matchAll(entry)) {
    const [, number = ''] = match;
    if (known.has(number)) problems.push(`${path}:${lineOf(text, match.index)} ${number} is there twice`);
    known.add(number);
  }
  if (known.size === 0) problems.push(`${path} has no entries`);
  return known;
}

function citedIn(
  project: Project,
  path: string,
  entries: ReadonlySet<string>,
  rows: ReadonlySet<string>,
): readonly Citation[] {
  const text = project.read(path);
  const at = (offset: number) => `${path}:${lineOf(text, offset)}`;
  const check = (pattern: RegExp, source: string, problemOf: (match: RegExpExecArray) => string | null): Citation[] =>
    [...source.matchAll(pattern)].map((match) => ({
      place: at(match.index),
      text: match[0].replaceAll(new RegExp(gap, 'g'), ' '),
      problem: problemOf(match),
    }));
  // strings of code may name any file: uploads, results
  const prose = isCode.test(path) ? commentsOf(project.source(path)) : text;
  return [
    ...check(requirementCited, text, ([number]) => (entries.has(number) ? null : `not in ${requirements}`)),
    ...check(securityCited, text, ([, list = '']) => {
      const missing = (list.match(/[A-Z]\d{1,2}/g) ?? []).filter((number) => !rows.has(number));
      return missing.length === 0 ? null : `${missing.join(', ')} not in ${security}`;
    }),
    ...check(documentNamed, prose, ([name]) => (isThere(project, path, name) ? null : 'no such document')),
    ...check(withoutEntry, text, () => `cite an entry of ${requirements} or ${security}`),
  ];
}

/** Found from the root, from the folder of the citing file, or below docs/. */
function isThere(project: Project, from: string, name: string): boolean {
  const own = from.slice(0, from.lastIndexOf('/') + 1);
  return ['', own, 'docs/', 'docs/decisions/'].some((folder) => project.paths.includes(folder + name));
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The text with everything but comments blanked, offset by offset. */
function commentsOf({ text, code: rest }: { readonly text: string; readonly code: string }): string {
  let comments = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    comments += sign === '\n' || rest.charAt(at) !== sign ? sign : ' ';
  }
  return comments;
}
