import type { Outcome } from './check.ts';
import { importsOf, targetOf } from './imports.ts';
import type { Project, Source } from './project.ts';
import { recordTables } from './record-tables.ts';

const maxLines = 400;
/** One list of all menus and rights (R6.1). */
const mayBeLong = /^shared\/(?:i18n\/.*|admin\/menus\.ts)$/;

/** Layers of each side, lowest first: a file imports its own layer and those below. */
const sides = [
  {
    root: 'server/',
    layers: [
      /^server\/platform\//,
      /^server\/record\//,
      /^server\/approval\//,
      /^server\/messages\//,
      /^server\/modules\//,
    ],
  },
  { root: 'web/', layers: [/^web\/(?:lib|ui)\//, /^web\/record\//, /^web\/modules\//, /^web\/shell\//] },
];
/** Code that tests the product; the product never imports it. */
const proof = /^server\/(?:(?:testing|route-table|durability|security)\/|.*\/(?:testing|examples)\.ts$)/;
/** The one place that lists modules, and code that starts or fills a company. */
const composers = /^server\/(?:(?:app|registrations|main|start-up|night-jobs|static-pages)\.ts$|demo\/|openapi\/)/;
/** Code that combines the modules of the page: the registries next to them, the pages of an area, and the frame. */
const puts = /^web\/(?:shell\/|modules\/(?:[\w-]+\.tsx?|\w+\/pages\.ts)$)/;
/** Modules that may use another one, always through its `api.ts`. */
const edges: Readonly<Record<string, readonly string[]>> = {
  'admin/department': ['admin/rights'],
  'admin/erasure': ['admin/user'],
  'admin/hand-over': ['admin/user'],
  'admin/invite': ['admin/department', 'admin/role', 'admin/user'],
  'admin/programs': ['admin/menu', 'admin/rights', 'admin/user'],
  'admin/project-role': ['admin/menu', 'admin/rights', 'admin/role'],
  'admin/request': ['admin/department', 'admin/rights', 'admin/role', 'admin/user'],
  'admin/role': ['admin/menu', 'admin/rights'],
  'admin/staff-sheets': ['admin/rights', 'admin/role'],
  'admin/user': ['admin/department', 'admin/rights', 'admin/role'],
  'admin/viewing': ['admin/rights'],
  'auth/session': ['auth/person'],
  'crm/arrears': ['crm/ledger'],
  'crm/contracts': ['crm/deals', 'crm/ledger', 'crm/shipments'],
  'crm/enterprise': ['crm/messaging-services'],
  'crm/messaging-services': ['crm/enterprise', 'crm/sms-blacklist'],
  'crm/invoices': ['crm/ledger'],
  'crm/lead-sources': ['crm/duty'],
  'crm/opportunities': ['crm/contacts', 'crm/deals'],
  'crm/plans': ['crm/ledger'],
  'crm/receivables': ['crm/arrears', 'crm/ledger'],
  'crm/shipments': ['crm/deals', 'crm/ledger'],
};

/** `area/noun` of a module's file; null elsewhere, also for shared files of an area. */
const moduleOf = (path: string): string | null => /^(?:server|web)\/modules\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null;
const areaOf = (path: string): string | null => /^(?:server|web)\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;

function importProblem({ path: from, isTest }: Source, request: string): string | null {
  if (request.startsWith('../')) return `leaves its folder: ${request}`;
  if (isTest || proof.test(from)) return null;
  const to = targetOf(from, request);
  const [side = ''] = to.split('/');
  if (from.startsWith('shared/') && side !== 'shared' && to !== 'zod' && to !== 'big.js')
    return `shared imports ${request}`;
  if (from.startsWith('web/') && side === 'server') return `web imports ${request}`;
  if (from.startsWith('server/') && side === 'web') return `server imports ${request}`;
  if (proof.test(to)) return `the product imports what tests it: ${request}`;
  if (composers.test(from)) return null;
  return layerProblem(from, to) ?? moduleProblem(from, to);
}

function layerProblem(from: string, to: string): string | null {
  for (const { root, layers } of sides) {
    const own = layers.findIndex((layer) => layer.test(from));
    const other = layers.findIndex((layer) => layer.test(to));
    if (own < 0 || !to.startsWith(root)) continue;
    if (other > own) return `imports a higher layer: ${to}`;
    if (other < 0) return `imports what puts the product together: ${to}`;
  }
  return null;
}

function moduleProblem(from: string, to: string): string | null {
  const area = areaOf(to);
  if (area === null || puts.test(from)) return null;
  const [own, foreign] = [moduleOf(from), moduleOf(to)];
  if (foreign === null) return areaOf(from) === area ? null : `uses what belongs to the modules of ${area}: ${to}`;
  if (own === foreign) return null;
  if (to.startsWith('web/')) return `module imports module: ${to}`;
  if (!(edges[own ?? ''] ?? []).includes(foreign)) return `no agreed edge from ${own ?? from} to ${foreign}`;
  return to.endsWith('/api.ts') ? null : `uses ${foreign} other than through its api.ts`;
}

/** Record tables are queried in the engine only, so that nobody forgets the scope (security G2). */
const mayTouchRecords = /^server\/(?:record|migrations|demo)\//;

function tableProblem({ path, isTest, code }: Source, tables: RegExp): string | null {
  if (isTest || !path.startsWith('server/') || mayTouchRecords.test(path) || proof.test(path)) return null;
  const table = tables.exec(code);
  if (table) return `queries a record table outside the engine: ${table[0]}`;
  return path.startsWith('server/modules/') && code.includes('sql.table(')
    ? 'queries a table by a name it was given'
    : null;
}

/** Import rules, file names and sizes, and access to record tables (docs/architecture.md). */
export function boundaries(project: Project): Outcome {
  const problems: string[] = [];
  const sources = project.sources('shared', 'server', 'web');
  const names = [...recordTables(project)].join('|');
  if (names === '') problems.push('shared declares no record type: their tables cannot be watched');
  const tables = new RegExp(
    `\\b(?:from|join|into|update|delete from)\\s+"?(?:${names})\\b|(?:From|Into|Table|Join|\\.table)\\('(?:${names})\\b`,
  );
  for (const source of sources) {
    for (const { request, offset } of importsOf(source)) {
      const problem = importProblem(source, request);
      if (problem) problems.push(`${source.at(offset)} ${problem}`);
    }
    const lines = source.text.split('\n').length;
    if (lines > maxLines && !source.isTest && !mayBeLong.test(source.path))
      problems.push(`${source.path} has ${lines} lines, at most ${maxLines}`);
    if (/\/(?:index|utils|helpers)\.tsx?$/.test(source.path))
      problems.push(`${source.path} has a name that says nothing`);
    const problem = tableProblem(source, tables);
    if (problem) problems.push(`${source.path} ${problem}`);
  }
  return { count: sources.length, things: 'files', problems };
}
