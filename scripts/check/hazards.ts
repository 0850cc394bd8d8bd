import { Visitor, type ESTree } from 'vite';
import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';

/** Statements with names of tables, roles or indexes in their text: from the catalogue or our own, never a user's. */
const mayWriteSql = new Set([
  'bench/seed.ts',
  'server/platform/backup/catalog.ts',
  'server/platform/backup/create-backup.ts',
  'server/platform/backup/load-database.ts',
  'server/platform/database/embedded/durability.ts',
  'server/platform/database/embedded/provision.ts',
  'server/platform/database/migrate.ts',
  'server/platform/jobs/install-jobs.ts',
  'server/platform/jobs/jobs-database.ts',
  'server/platform/push/listener.ts',
]);
/** Windows starts `npm.cmd` in no other way; its arguments are fixed. */
const mayUseShell = new Set(['scripts/bootstrap.mjs']);

/** How children are started: program and arguments separately, so that no shell reads them. */
const starters = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']);
const rawHtml = new Set([
  'dangerouslySetInnerHTML',
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'srcDoc',
  'srcdoc',
]);

type Report = (node: { readonly start: number }, problem: string) => void;

/**
 * Code through which user text could become code, SQL, HTML or a command (security X1, X3, X6); the linter refuses eval
 * and Function. Also browser tests that wait by time, which is too short on a busy machine and too long on any other.
 */
export function hazards(project: Project): Outcome {
  const problems: string[] = [];
  const excused = new Set<string>();
  const isExcused = (list: ReadonlySet<string>, path: string) => {
    if (list.has(path)) excused.add(path);
    return list.has(path);
  };
  const sources = project.sources('shared', 'server', 'web', 'scripts', 'bench', 'e2e').filter((one) => !one.isTest);
  for (const source of sources) {
    const report: Report = (node, problem) => problems.push(`${source.at(node.start)} ${problem}`);
    imports(source, report);
    new Visitor({
      CallExpression: (node) => {
        child(node, report);
        if (isSqlFromText(node) && !isExcused(mayWriteSql, source.path)) report(node, 'builds SQL from text');
        if (isNamed(node.callee, 'system') && textOf(node.arguments[0]) === '')
          report(node, 'looks beyond the scope without saying why');
      },
      ImportExpression: (node) => {
        const isFixed = node.source.type === 'Literal';
        if (/^(?:shared|server|web)\//.test(source.path) && !isFixed) report(node, 'imports what is found at run time');
      },
      MemberExpression: (node) => {
        if (node.property.type === 'Identifier' && rawHtml.has(node.property.name)) report(node, 'sets raw HTML');
      },
      JSXAttribute: (node) => {
        if (node.name.type === 'JSXIdentifier' && rawHtml.has(node.name.name)) report(node, 'sets raw HTML');
      },
      Property: (node) => {
        if (rawHtml.has(nameOf(node.key))) report(node, 'sets raw HTML');
        if (isShell(node) && !isExcused(mayUseShell, source.path)) report(node, 'lets a shell read a command');
      },
    }).visit(source.program);
  }
  for (const source of project.sources('e2e')) {
    new Visitor({
      MemberExpression: (node) => {
        if (nameOf(node.property) === 'waitForTimeout')
          problems.push(`${source.at(node.start)} waits by time instead of for what should be there`);
      },
    }).visit(source.program);
  }
  for (const { path } of sources)
    if ((mayWriteSql.has(path) || mayUseShell.has(path)) && !excused.has(path))
      problems.push(`${path} needs no exception any more (scripts/check/hazards.ts)`);
  return { count: sources.length, things: 'files', problems };
}

function imports(source: Source, report: Report): void {
  for (const { moduleRequest, entries, start } of source.module.staticImports) {
    const name = moduleRequest.value.replace('node:', '');
    if (name === 'vm') report({ start }, 'runs code from text');
    if (name !== 'child_process') continue;
    for (const { importName, isType } of entries)
      if (!isType && !starters.has(importName.name ?? ''))
        report({ start }, `starts children by ${importName.name ?? '*'}`);
  }
}

function child({ callee, arguments: [, args], start }: ESTree.CallExpression, report: Report): void {
  if (callee.type !== 'Identifier' || !starters.has(callee.name)) return;
  const isList = args !== undefined && args.type !== 'ObjectExpression' && textOf(args) === null;
  if (!isList) report({ start }, `${callee.name} without a list of arguments`);
}

/** `sql.raw(…)`, `CompiledQuery.raw(…)`, and a `query(…)` with a concatenated text. */
function isSqlFromText({ callee, arguments: [text] }: ESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const name = nameOf(callee.property);
  if (name === 'raw') return isNamed(callee.object, 'sql') || isNamed(callee.object, 'CompiledQuery');
  if (name !== 'query') return false;
  return text?.type === 'BinaryExpression' || (text?.type === 'TemplateLiteral' && text.expressions.length > 0);
}

const isShell = ({ key, value }: { key: ESTree.Node; value: ESTree.Node }): boolean =>
  nameOf(key) === 'shell' && !(value.type === 'Literal' && value.value === false);

const isNamed = (node: ESTree.Node, name: string): boolean => node.type === 'Identifier' && node.name === name;

const nameOf = (key: ESTree.Node): string =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';

/** The trimmed value of a literal text; null for anything else. */
const textOf = (node: ESTree.Argument | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value.trim() : null;
