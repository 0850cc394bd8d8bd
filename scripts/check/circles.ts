import { heldToAllowance, type Found } from './allowance.ts';
import type { Outcome } from './check.ts';
import { importsOf, targetOf } from './imports.ts';
import type { Project } from './project.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** No file imports itself through others, types included: each can be read, and moved, on its own. */
export function circles(project: Project, root: string, update: boolean): Outcome {
  const sources = project.sources('shared', 'server', 'web', 'scripts', 'bench', 'e2e');
  const paths = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap((source) =>
    importsOf(source).flatMap(({ request, offset }) => {
      const to = targetOf(source.path, request);
      return paths.has(to) ? [{ from: source.path, to, at: source.at, offset }] : [];
    }),
  );
  const graph = new Map<string, string[]>(sources.map(({ path }) => [path, []]));
  for (const { from, to } of imports) graph.get(from)?.push(to);
  const found = new Map<string, Found>();
  const joined = new Map<string, Set<string>>();
  for (const { from, to, at, offset } of imports) {
    const way = shortestWay(graph, to, from);
    if (!way) continue;
    const { count, lines } = found.get(from) ?? { count: 0, lines: [] };
    const line = `${at(offset)} closes a circle: ${[from, ...way].join(' → ')}`;
    found.set(from, { count: count + 1, lines: [...lines, line] });
    const both = new Set([...(joined.get(from) ?? [from]), ...(joined.get(to) ?? [to])]);
    for (const path of both) joined.set(path, both);
  }
  const { problems, note } = heldToAllowance(root, 'circles', found, update);
  return {
    count: imports.length,
    things: 'imports between files',
    problems,
    note: `${new Set(joined.values()).size} circles, ${note}`,
  };
}

/** The import path from one file to the other, both ends included; null if there is none. */
function shortestWay(graph: Graph, start: string, end: string): string[] | null {
  const before = new Map<string, string | null>([[start, null]]);
  for (const path of before.keys()) {
    if (path === end) {
      const way: string[] = [];
      for (let one: string | null = end; one !== null; one = before.get(one) ?? null) way.unshift(one);
      return way;
    }
    for (const next of graph.get(path) ?? []) if (!before.has(next)) before.set(next, path);
  }
  return null;
}
