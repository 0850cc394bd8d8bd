import type { RegionOption } from '#shared/platform/place-calls.ts';

/** The level below a province that has its name, as in 北京市 / 北京市; its divisions are shown below the province. */
const repeated = ({ name, children = [] }: RegionOption): RegionOption | undefined =>
  children.find((child) => child.name === name);

/** Divisions as people say them: a municipality once. */
export const shortRegions = (regions: readonly RegionOption[]): RegionOption[] =>
  regions.map((province) => {
    const same = repeated(province);
    if (!same) return province;
    const others = (province.children ?? []).filter((child) => child !== same);
    return { ...province, children: [...(same.children ?? []), ...others] };
  });

/** A path of names as it is shown: a name that repeats the one above it is left out. */
export const shortPath = (path: readonly string[]): string[] => path.filter((name, at) => at !== 1 || name !== path[0]);

/** The path as it is stored, from one that is shown. */
export function wholePath(regions: readonly RegionOption[], path: readonly string[]): string[] {
  const [first, second] = path;
  const same = regions.filter(({ name }) => name === first).map(repeated)[0];
  const isBelow = same?.children?.some(({ name }) => name === second) === true;
  return isBelow && first !== undefined ? [first, ...path] : [...path];
}
