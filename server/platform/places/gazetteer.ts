import { readFileSync } from 'node:fs';
import { bareName } from './place-name.ts';

/** One division; lng and lat in degrees, GCJ-02 (see README.md). */
export interface Region {
  code: number;
  name: string;
  bareName: string;
  /** Syllables divided by spaces, one for each character. */
  pinyin: string;
  lng: number;
  lat: number;
  /** Province, city, county: as many as there are down to this one. */
  path: string[];
  /** False for levels that only fill the gap in the picker: 北京市 below 北京市, 省直辖县级行政区划. */
  isPlace: boolean;
  /** Paths may leave it out: levels that are no place, and 香港岛, 九龙 and the like. */
  isOptional: boolean;
  parent: Region | undefined;
  children: Region[];
}

export interface RegionTree {
  provinces: Region[];
  /** Every region in the order of the codes, parents first. */
  regions: Region[];
}

/** What the 省/市/区 picker shows (R24.8). */
export interface RegionOption {
  code: number;
  name: string;
  children?: RegionOption[];
}

type Row = [code: number, name: string, lng: number, lat: number, parentIndex: number, pinyin: string];

// The level that other lists have between a municipality and its districts.
const fillers = new Set(['市辖区', '县']);

let loaded: RegionTree | undefined;
let options: RegionOption[] | undefined;

/** All provinces, cities and counties, read from gazetteer.json on first use. */
export function loadRegions(): RegionTree {
  loaded ??= buildTree(JSON.parse(readFileSync(new URL('gazetteer.json', import.meta.url), 'utf8')) as Row[]);
  return loaded;
}

export function regionTree(): RegionOption[] {
  options ??= loadRegions().provinces.map(optionOf);
  return options;
}

/**
 * The official names of a path: ['河北', '石家庄'] → ['河北省', '石家庄市']. Suffixes may be missing, and so may the
 * second 北京市 of 北京市, 北京市, 朝阳区, or it may read 市辖区; blank parts at the end are ignored. Null for an
 * unknown path and for one that fits two divisions (伊宁 is both 伊宁市 and 伊宁县).
 */
export function resolveRegionPath(parts: readonly string[]): string[] | null {
  return findRegion(parts)?.path ?? null;
}

/** Where the division's government sits; degrees, GCJ-02. Null for a path resolveRegionPath does not know. */
export function coordinatesOf(parts: readonly string[]): { lng: number; lat: number } | null {
  const region = findRegion(parts);
  return region ? { lng: region.lng, lat: region.lat } : null;
}

function buildTree(rows: Row[]): RegionTree {
  const regions: Region[] = [];
  const provinces: Region[] = [];
  for (const [code, name, lng, lat, parentIndex, pinyin] of rows) {
    const parent = regions[parentIndex];
    const isPlace = name !== parent?.name && !name.endsWith('行政区划');
    const region: Region = {
      code,
      name,
      bareName: bareName(name),
      pinyin,
      lng,
      lat,
      path: [...(parent?.path ?? []), name],
      isPlace,
      isOptional: !isPlace || isPartOfSpecialRegion(code),
      parent,
      children: [],
    };
    regions.push(region);
    (parent?.children ?? provinces).push(region);
  }
  return { provinces, regions };
}

/** 香港岛, 九龙, 新界, 澳门半岛, 离岛: city level in the picker, seldom written. */
function isPartOfSpecialRegion(code: number): boolean {
  return code > 810_000 && code % 100 === 0 && code % 10_000 !== 0;
}

function optionOf({ code, name, children }: Region): RegionOption {
  return children.length === 0 ? { code, name } : { code, name, children: children.map(optionOf) };
}

function findRegion(parts: readonly string[]): Region | undefined {
  const names = parts.map((part) => part.trim()).filter((name, depth) => depth !== 1 || !fillers.has(name));
  while (names.at(-1) === '') names.pop();
  let level = loadRegions().provinces;
  let found: Region | undefined;
  for (const name of names) {
    found = pick(level, name) ?? pick(belowOptional(level), name);
    if (!found) return undefined;
    level = found.children;
  }
  return found;
}

function belowOptional(cities: Region[]): Region[] {
  return cities.flatMap((city) => (city.isOptional ? city.children : []));
}

function pick(regions: Region[], name: string): Region | undefined {
  const exact = regions.find((region) => region.name === name);
  if (exact) return exact;
  const [match, second] = regions.filter((region) => region.bareName === name);
  return second ? undefined : match;
}
