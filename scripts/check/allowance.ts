import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a check found in one file or folder. */
export interface Found {
  readonly count: number;
  /** One line each, with the place first: shown when there are more than allowed. */
  readonly lines: readonly string[];
}
type Allowed = Readonly<Record<string, number>>;

const allowances = z.record(z.string(), z.int().min(1));

/**
 * Compares findings with the list of allowed ones, `scripts/check/allowances/<check>.json`. A list may only get
 * shorter: fewer findings than allowed are a problem too, until `update` has lowered it. No option raises one.
 */
export function heldToAllowance(
  root: string,
  check: string,
  found: ReadonlyMap<string, Found>,
  update: boolean,
): { readonly problems: string[]; readonly note: string } {
  const list = `scripts/check/allowances/${check.replaceAll(' ', '-')}.json`;
  const file = join(root, list);
  let allowed: Allowed = existsSync(file) ? allowances.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  if (update) {
    allowed = lowered(root, allowed, found);
    if (Object.keys(allowed).length === 0) rmSync(file, { force: true });
    else writeFileSync(file, `${JSON.stringify(allowed, null, 2)}\n`);
  }
  const problems: string[] = [];
  for (const [path, { count, lines }] of found) {
    const most = allowed[path] ?? 0;
    if (count > most) problems.push(...lines, ...(most > 0 ? [`${path} has ${count}, ${most} allowed`] : []));
  }
  for (const [path, most] of Object.entries(allowed)) {
    const count = found.get(path)?.count ?? 0;
    if (count < most)
      problems.push(`${path} has ${count}, ${most} allowed: lower ${list} (npm run check -- '${check}' --update)`);
  }
  const sum = Object.values(allowed).reduce((total, one) => total + one, 0);
  return { problems, note: sum === 0 ? 'nothing allowed' : `${sum} allowed in ${Object.keys(allowed).length} places` };
}

/** A file moved under the same name keeps its allowance. */
function lowered(root: string, allowed: Allowed, found: ReadonlyMap<string, Found>): Allowed {
  const moved = new Map<string, number[]>();
  for (const [path, most] of Object.entries(allowed))
    if (!existsSync(join(root, path))) moved.set(nameOf(path), [...(moved.get(nameOf(path)) ?? []), most]);
  const next: Record<string, number> = {};
  for (const [path, { count }] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const most = allowed[path] ?? moved.get(nameOf(path))?.shift() ?? 0;
    if (Math.min(count, most) > 0) next[path] = Math.min(count, most);
  }
  return next;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/', path.length - 2) + 1);
