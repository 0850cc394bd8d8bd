import type { NestedNode } from '#shared/record/trees/tree.ts';

/** Where a dragged node is dropped: onto another one, or into the gap before or behind it. */
export interface Drop {
  readonly dragged: number;
  readonly target: number;
  readonly gap: 'onto' | 'before' | 'behind';
}

/** The parent and the place among its other children that a drop means; null where it would change nothing. */
export function placeOf(
  nodes: readonly NestedNode[],
  { dragged, target, gap }: Drop,
): { pid: number; place: number } | null {
  const all = flat(nodes);
  const aim = all.find(({ categoryId }) => categoryId === target);
  const moved = all.find(({ categoryId }) => categoryId === dragged);
  if (!aim || !moved || aim === moved) return null;
  const pid = gap === 'onto' ? target : aim.pid;
  const beside = all.filter((node) => node.pid === pid && node !== moved);
  const at = beside.indexOf(aim);
  const place = gap === 'onto' ? beside.length : gap === 'before' ? at : at + 1;
  const stays = moved.pid === pid && all.filter((node) => node.pid === pid).indexOf(moved) === place;
  return stays ? null : { pid, place };
}

/** All nodes, each before those below it. */
export const flat = (nodes: readonly NestedNode[]): NestedNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
