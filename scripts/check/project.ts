import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type ESTree, type ParseResult } from 'vite';

/** A parsed TypeScript or JavaScript file. */
export interface Source {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text with blanks for its comments, offset by offset. */
  readonly code: string;
  readonly program: ESTree.Program;
  readonly module: ParseResult['module'];
  readonly isTest: boolean;
  /** `path:line` of an offset, for messages. */
  readonly at: (offset: number) => string;
}

/** The files of a project. */
export interface Project {
  /** Every text file, sorted. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
  /** One file, parsed. Throws on a syntax error. */
  readonly source: (path: string) => Source;
  /** Parsed code below the given folders, or all without any. Throws on a syntax error. */
  readonly sources: (...folders: string[]) => Source[];
}

const notOurs = new Set(['node_modules', '.git', '.vitest', 'data', 'dist', 'coverage', 'test-results']);
const binary = /\.(?:png|jpe?g|gif|webp|ico|woff2?|ttf|xlsx|xls|gz|zip|pdf|log)$/;
/** Tests, suites run by several of them, code shared in one folder, and what a module provides for generated tests. */
const testOnly = /(?:\.test\.tsx?|\/suites\/[\w-]+\.ts|\/(?:testing|examples)\.ts)$/;
const code = /\.(?:ts|tsx|mjs|js)$/;

export function openProject(root: string): Project {
  const paths = pathsBelow(root, '');
  const texts = new Map<string, string>();
  const parsed = new Map<string, Source>();
  const read = (path: string) => {
    const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
    texts.set(path, text);
    return text;
  };
  const source = (path: string) => {
    const known = parsed.get(path) ?? parse(path, read(path));
    parsed.set(path, known);
    return known;
  };
  const below = (path: string, folders: string[]) =>
    folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`));
  return {
    paths,
    read,
    source,
    sources: (...folders) => paths.filter((path) => code.test(path) && below(path, folders)).map(source),
  };
}

function pathsBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => !notOurs.has(entry.name) && !binary.test(entry.name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? pathsBelow(root, path) : [path];
    })
    .sort();
}

function parse(path: string, text: string): Source {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const at = (offset: number) => `${path}:${text.slice(0, offset).split('\n').length}`;
  return { path, text, code: withoutComments(text, comments), program, module, isTest: testOnly.test(path), at };
}

function withoutComments(text: string, comments: ParseResult['comments']): string {
  let code = '';
  let end = 0;
  for (const comment of comments) {
    code += text.slice(end, comment.start) + text.slice(comment.start, comment.end).replace(/[^\n]/g, ' ');
    end = comment.end;
  }
  return code + text.slice(end);
}
