export type DependencyOrder =
  | { readonly ok: true; readonly order: readonly string[] }
  /** The formulas of a cycle, each of which uses the next one and the last one the first. */
  | { readonly ok: false; readonly circle: readonly string[] };

/** The order in which formulas are computed, each after its inputs. Other fields are ignored. */
export function dependencyOrder(formulas: ReadonlyMap<string, readonly string[]>): DependencyOrder {
  const order: string[] = [];
  const done = new Set<string>();
  for (const first of formulas.keys()) {
    const path: string[] = [];
    const open: { name: string; uses: string[] }[] = [];
    const enter = (name: string) => {
      path.push(name);
      open.push({ name, uses: [...(formulas.get(name) ?? [])] });
    };
    if (!done.has(first)) enter(first);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = top.uses.shift();
      if (next === undefined) {
        done.add(top.name);
        order.push(top.name);
        open.pop();
        path.pop();
      } else if (path.includes(next)) {
        return { ok: false, circle: path.slice(path.indexOf(next)) };
      } else if (formulas.has(next) && !done.has(next)) enter(next);
    }
  }
  return { ok: true, order };
}
