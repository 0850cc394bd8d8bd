import { Visitor, type ESTree } from 'vite';
import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';
import { recordTables } from './record-tables.ts';

/**
 * The writer of records. Restoring a backup, filling a new company and preparing tests save no record; the tables of
 * categories are named by their declaration and hold none.
 */
const mayWrite =
  /^server\/(?:record\/write|record\/trees|platform\/backup|demo|testing|route-table|durability|security)\//;
const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);

/**
 * Counts statements that write the table of a record type, or one that a type names, outside the writer: every check
 * and record of a save happens there.
 */
export function recordWrites(project: Project, root: string, update: boolean): Outcome {
  const tables = recordTables(project);
  const sources = project.sources('server').filter(({ path, isTest }) => !isTest && !mayWrite.test(path));
  const found = new Map<string, Found>();
  for (const source of sources) {
    const lines = writesOf(source, tables).map((offset) => `${source.at(offset)} writes a record table`);
    if (lines.length > 0) found.set(source.path, { count: lines.length, lines });
  }
  const { problems, note } = heldToAllowance(root, 'record writes', found, update);
  if (tables.size === 0) problems.push('shared declares no record type: their tables cannot be watched');
  return { count: sources.length, things: 'files', problems, note };
}

function writesOf(source: Source, tables: ReadonlySet<string>): number[] {
  const offsets: number[] = [];
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value !== 'string') return;
      for (const { index, groups } of value.matchAll(write))
        if (tables.has(groups?.['table'] ?? '')) offsets.push(start + 1 + index);
    },
    TemplateLiteral: ({ quasis, expressions }) => {
      const texts = quasis.map(({ value }, at) => value.raw + (at < expressions.length ? place : ''));
      for (const { index, groups } of texts.join('').matchAll(write)) {
        const [at, within] = partOf(texts, index);
        const table = groups?.['table'];
        const isRecords = table === place ? !isOtherTable(expressions[at], tables) : tables.has(table ?? '');
        if (isRecords) offsets.push((quasis[at]?.start ?? 0) + within);
      }
    },
    CallExpression: ({ callee, arguments: [table], start }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (builders.has(callee.property.name) && table && !namesOther(table, tables)) offsets.push(start);
    },
  }).visit(source.program);
  return offsets;
}

/** Stands for a template's placeholder. */
const place = '\uE000';
/** A writing statement with its table. `for update` locks, and the table of `do update` is named before. */
const write =
  /(?<!\b(?:for|key|do|on)\s+)\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:public\.)?"?(?<table>\w+|\uE000)/gi;

/** The text that contains an index into their concatenation, and the position in it. */
function partOf(texts: readonly string[], index: number): [number, number] {
  let rest = index;
  for (const [at, text] of texts.entries()) {
    if (rest < text.length) return [at, rest];
    rest -= text.length;
  }
  return [0, 0];
}

/** `sql.table('follow_up')`. */
const isOtherTable = (node: ESTree.Node | undefined, tables: ReadonlySet<string>): boolean =>
  node?.type === 'CallExpression' && node.arguments[0] !== undefined && namesOther(node.arguments[0], tables);

const namesOther = (node: ESTree.Node, tables: ReadonlySet<string>): boolean =>
  node.type === 'Literal' && !tables.has(String(node.value).split(' ')[0] ?? '');
