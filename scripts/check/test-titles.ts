import { Visitor, type ESTree } from 'vite';
import type { Source } from './project.ts';

/**
 * Whether a file has a test of this title: as in the source, or with the placeholders of a template or a table filled
 * in. Skipped and todo tests do not count.
 */
export function hasTest(source: Source, title: string): boolean {
  const titles = titlesOf(source);
  if (titles.includes(title)) return true;
  return titles.some((one) => {
    const parts = one.split(place);
    // a title of only a placeholder has the text of its table
    return parts.length > 1 && fits(title, parts) && (parts.some((part) => part.trim() !== '') || says(source, title));
  });
}

/** A placeholder of a template, a table of arrays or one of objects. */
const place = /\$\{[^}]*\}|%[sdifjo]|\$[a-z]\w*/i;

function titlesOf(source: Source): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!first || !isTest(callee)) return;
      if (first.type === 'Literal') titles.push(String(first.value));
      if (first.type === 'TemplateLiteral') titles.push(source.text.slice(first.start + 1, first.end - 1));
    },
  }).visit(source.program);
  return titles;
}

/** `it`, `it.runIf(…)`, `test.each([…])`, `it.each` with a table as a template. */
function isTest(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'it' || callee.name === 'test';
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return isTest(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return !['skip', 'todo'].includes(callee.property.name) && isTest(callee.object);
}

function fits(title: string, parts: readonly string[]): boolean {
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!title.startsWith(first) || !title.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = title.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= title.length - last.length;
}

function says(source: Source, title: string): boolean {
  let isThere = false;
  new Visitor({ Literal: ({ value }) => (isThere ||= value === title) }).visit(source.program);
  return isThere;
}
