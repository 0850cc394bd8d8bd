import type { Outcome } from './check.ts';
import type { Project, Source } from './project.ts';

const maxLines = 400;
/** Layers of the server, lowest first: a file imports its own layer and those below. */
const layers = ['server/platform/', 'server/record/', 'server/modules/'];
/** The one place that lists modules, and what starts or fills a company. */
const composers = /^server\/(?:app|main|start-up|night-jobs|static-pages)\.ts$|^server\/(?:testing|demo)\//;
/** Modules that may use another one, always through its `api.ts`. */
const edges: Readonly<Record<string, readonly string[]>> = {
  'admin/department': ['admin/role'],
  'admin/role': ['admin/menu'],
  'admin/user': ['admin/department', 'admin/role'],
  'auth/session': ['auth/person'],
};
/** Tables of record types: queried in the engine only, so that nobody forgets the scope (security §0). */
const recordTables = ['customer'];
const mayTouchRecords = /^server\/(?:record|migrations|demo|testing)\/|\.test\.tsx?$|^bench\//;

const moduleOf = (path: string): string | null => /^(?:server|web)\/modules\/([^/]+\/[^/]+)/.exec(path)?.[1] ?? null;

/** An import as a path of the project; packages and built-ins as they are. */
function target(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1);
  if (!request.startsWith('./')) return request;
  return `${from.slice(0, from.lastIndexOf('/'))}/${request.slice(2)}`;
}

function importProblem(from: string, request: string): string | null {
  if (request.startsWith('../')) return `leaves its folder: ${request}`;
  const to = target(from, request);
  const isOurs = /^(?:shared|server|web)\//.test(to);
  if (from.startsWith('shared/')) return to.startsWith('shared/') || to === 'zod' ? null : `shared imports ${request}`;
  if (from.startsWith('web/')) {
    if (to.startsWith('server/')) return `web imports ${request}`;
    if (/^web\/(?:ui|lib)\//.test(from) && /^web\/(?:record|modules|shell)\//.test(to))
      return `${from.slice(0, 7)} knows ${request}`;
    const own = moduleOf(from);
    if (own !== null && to.startsWith('web/modules/') && moduleOf(to)?.split('/')[0] !== own.split('/')[0])
      return `module imports module: ${request}`;
    return null;
  }
  if (!isOurs || composers.test(from)) return null;
  if (to.startsWith('web/')) return `server imports ${request}`;
  const layer = layers.findIndex((prefix) => from.startsWith(prefix));
  const other = layers.findIndex((prefix) => to.startsWith(prefix));
  if (layer >= 0 && other > layer) return `imports a higher layer: ${request}`;
  if (layer >= 0 && /^server\/(?!platform|record|modules)/.test(to) && !to.startsWith('server/testing/'))
    return `imports ${request}`;
  const [own, foreign] = [moduleOf(from), moduleOf(to)];
  if (own === null || foreign === null || own === foreign || !foreign.includes('/') || to.split('/').length < 5)
    return null;
  if (!(edges[own] ?? []).includes(foreign)) return `no agreed edge from ${own} to ${foreign}`;
  return to.endsWith('/api.ts') ? null : `uses ${foreign} other than through its api.ts`;
}

const requestsOf = (source: Source): { request: string; offset: number }[] => [
  ...source.module.staticImports.map((one) => ({ request: one.moduleRequest.value, offset: one.start })),
  ...source.module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ request: entry.moduleRequest.value, offset: one.start }] : [],
    ),
  ),
];

/** Who may import whom, file names and sizes, and who may touch record tables (style "Who may import whom"). */
export function boundaries(project: Project): Outcome {
  const problems: string[] = [];
  const sources = project.sources('shared', 'server', 'web');
  for (const source of sources) {
    for (const { request, offset } of requestsOf(source)) {
      const problem = source.isTest ? null : importProblem(source.path, request);
      if (problem) problems.push(`${source.at(offset)} ${problem}`);
    }
    const lines = source.text.split('\n').length;
    if (
      lines > maxLines &&
      !source.path.includes('/i18n/') &&
      !source.isTest &&
      source.path !== 'shared/admin/menus.ts'
    )
      problems.push(`${source.path} has ${lines} lines, at most ${maxLines}`);
    if (/\/(?:index|utils|helpers)\.tsx?$/.test(source.path))
      problems.push(`${source.path} has a name that says nothing`);
    for (const table of recordTables) {
      if (mayTouchRecords.test(source.path)) continue;
      if (new RegExp(`(?:From|Into|Table|Join)\\('${table}(?: as \\w+)?'`).test(source.text))
        problems.push(`${source.path} queries the record table ${table} outside the engine`);
    }
    if (
      /\bsql\.raw\(|CompiledQuery\.raw\(/.test(source.text) &&
      !/^server\/platform\/(?:jobs|push|backup|database)\//.test(source.path)
    )
      problems.push(`${source.path} builds SQL from text`);
    if (/dangerouslySetInnerHTML/.test(source.text)) problems.push(`${source.path} sets raw HTML`);
  }
  return { count: sources.length, things: 'files', problems };
}
