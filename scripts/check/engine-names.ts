import { Visitor } from 'vite';
import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';

/** Code that serves every record type and every module alike. */
const engine =
  /^(?:server\/(?:record|testing|route-table|modules\/crm\/(?:search|workbench))|shared\/(?:record|wire)|web\/(?:record|shell))\//;
/** Tests of the engine may use any type as an example; those that run over every type may not. */
const runsOverAll = /^server\/(?:route-table\/|testing\/suites\/|record\/(?:.*\/)?conformance[\w-]*\.test\.ts$)/;

/** Lists of form types for older clients; some are named after a record type and mean any that a field refers to. */
const wireVocabulary = new Set(['shared/record/field.ts', 'shared/record/relations/relation.ts']);

/** Words that always mean a record type or a module; `converted` and `deal` belong to one type alone. */
const names = new Set([
  'arrears',
  'business',
  'businesses',
  'contacts',
  'converted',
  'customer',
  'customers',
  'deal',
  'enterprise',
  'enterprises',
  'invoice',
  'invoices',
  'leads',
  'opportunities',
  'opportunity',
  'receivable',
  'receivables',
  'shipment',
  'shipments',
]);
/** Words with other meanings: they count after the area that makes them the name of a type. */
const ofArea = new Set([
  'contact',
  'contract',
  'contracts',
  'journal',
  'lead',
  'notice',
  'product',
  'products',
  'project',
  'schedule',
  'task',
]);
const areas = new Set(['crm', 'oa']);
/** Some count before a word of one type, too. */
const ofType = new Set(['contact', 'contract', 'lead', 'product']);
const partsOfType = new Set(['id', 'ids', 'list', 'page', 'routes', 'screen', 'type']);
/** `客户端` means a program. */
const inChinese = /客户(?!端)|线索|联系人|商机|合同|回款|发票/;

/**
 * The engine, the shell, the search, the dashboard and tests of every type name no record type and no module: special
 * behaviour is declared by its module.
 */
export function engineNames(project: Project, root: string, update: boolean): Outcome {
  const sources = project
    .sources('shared', 'server', 'web')
    .filter(
      ({ path, isTest }) => engine.test(path) && !wireVocabulary.has(path) && (!isTest || runsOverAll.test(path)),
    );
  const found = new Map<string, Found>();
  for (const source of sources) {
    const lines = [...namedIn(source)].map(([offset, name]) => `${source.at(offset)} names ${name}`);
    if (lines.length > 0) found.set(source.path, { count: lines.length, lines });
  }
  const { problems, note } = heldToAllowance(root, 'engine names', found, update);
  return { count: sources.length, things: 'files', problems, note };
}

/** The first name in each identifier and text, by its offset. */
function namedIn({ program }: Source): ReadonlyMap<number, string> {
  const named = new Map<number, string>();
  const see = (text: string, offset: number) => {
    const name = nameIn(text);
    if (name !== null) named.set(offset, name);
  };
  new Visitor({
    Identifier: ({ name, start }) => see(name, start),
    JSXIdentifier: ({ name, start }) => see(name, start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') see(value, start);
    },
    TemplateElement: ({ value, start }) => see(value.raw, start),
    JSXText: ({ value, start }) => see(value, start),
  }).visit(program);
  return new Map([...named].toSorted(([a], [b]) => a - b));
}

function nameIn(text: string): string | null {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const found = words.find(
    (word, at) =>
      names.has(word) ||
      (ofArea.has(word) && areas.has(words[at - 1] ?? '')) ||
      (ofType.has(word) && partsOfType.has(words[at + 1] ?? '')),
  );
  return found ?? inChinese.exec(text)?.[0] ?? null;
}
