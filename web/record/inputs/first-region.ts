import type { RegionOption } from '#shared/platform/place-calls.ts';

/**
 * The path to the first division whose name contains the text, in the order of the list below the input; null without
 * one.
 */
export function firstRegion(regions: readonly RegionOption[], text: string): readonly string[] | null {
  for (const { name, children = [] } of regions) {
    if (name.includes(text)) return [name];
    const below = firstRegion(children, text);
    if (below) return [name, ...below];
  }
  return null;
}
