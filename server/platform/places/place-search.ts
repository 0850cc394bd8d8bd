import { loadRegions, type Region } from './gazetteer.ts';

export interface Place {
  title: string;
  /** The levels that exist, joined by a comma. */
  address: string;
  province: string;
  /** Empty when the place is a whole province. */
  city: string;
  /** Empty when the place is a whole city or province. */
  area: string;
  /** Degrees, GCJ-02. */
  lng: number;
  lat: number;
}

/** Finds places by free text; rejects when a service fails, and the route then answers with an empty list (R24.8). */
export interface PlaceSearch {
  search(text: string, limit: number, signal?: AbortSignal): Promise<Place[]>;
}

// A page of the place search (R24.8).
const MAX_RESULTS = 20;
// Longer than any address line; limits the work for any pasted text.
const MAX_QUERY_LENGTH = 100;
// 朝阳 spelled in full is preferred to 昌邑, which shares the initials cy.
const INITIALS_PENALTY = 5;

/** The offline default: Chinese divisions, found by name, path, street address or pinyin. Best match first. */
export const gazetteerSearch: PlaceSearch = {
  async search(text, limit) {
    const query = normalise(text);
    const count = Math.min(Math.max(Math.trunc(limit) || 0, 0), MAX_RESULTS);
    if (query === '') return [];
    entries ??= buildEntries(loadRegions().regions);
    return entries
      .map((entry) => ({ region: entry.region, score: scoreOf(entry, query) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.region.path.length - b.region.path.length)
      .slice(0, count)
      .map(({ region }) => placeOf(region));
  },
};

/** The names of a level: official and everyday. */
type Names = [full: string, spoken: string];

/** A region with the names of its levels, province first, in each spelling. */
interface Entry {
  region: Region;
  written: Names[];
  spelled: Names[];
  initials: Names[];
}

let entries: Entry[] | undefined;

/** Parents come first in the regions, so each entry only adds its own names. */
function buildEntries(regions: Region[]): Entry[] {
  const built = new Map<Region, Entry>();
  for (const region of regions) {
    const parent = region.parent?.isOptional ? region.parent.parent : region.parent;
    const above = parent && built.get(parent);
    built.set(region, {
      region,
      written: [...(above?.written ?? []), written(region)],
      spelled: [...(above?.spelled ?? []), spelled(region)],
      initials: [...(above?.initials ?? []), initials(region)],
    });
  }
  return [...built.values()].filter(({ region }) => region.isPlace);
}

function written({ name, bareName }: Region): Names {
  return [name, bareName];
}

function spelled({ pinyin, bareName }: Region): Names {
  const syllables = pinyin.split(' ');
  return [syllables.join(''), syllables.slice(0, bareName.length).join('')];
}

function initials({ pinyin, bareName }: Region): Names {
  const letters = pinyin.replace(/(\w)\w* ?/gu, '$1');
  return [letters, letters.slice(0, bareName.length)];
}

function normalise(text: string): string {
  return text
    .slice(0, MAX_QUERY_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,、/-]+/gu, '');
}

function scoreOf(entry: Entry, query: string): number {
  if (/^[a-z]+$/u.test(query)) {
    return Math.max(matchScore(entry.spelled, query), matchScore(entry.initials, query) - INITIALS_PENALTY);
  }
  const score = matchScore(entry.written, query);
  if (score > 0) return score;
  return entry.region.name.includes(query) ? 20 : streetScore(entry.written, query);
}

/** The query is (a prefix of) the last level's name (best), or the name of a level above; it may start at any level. */
function matchScore(levels: Names[], query: string): number {
  return Math.max(...levels.map((_, start) => chainScore(levels, start, query)));
}

function chainScore(levels: Names[], start: number, query: string): number {
  const { rest, next } = consume(levels, start, query);
  if (rest === '') return next === levels.length ? 100 : 40;
  if (!levels[next]?.[0].startsWith(rest)) return 0;
  return next === levels.length - 1 ? 70 : 30;
}

/** A street address: the more of it the division covers, the better; below 1, so after all other matches. */
function streetScore(levels: Names[], query: string): number {
  const explained = levels.map((_, start) => {
    const { rest, next } = consume(levels, start, query);
    return next === levels.length ? query.length - rest.length : 0;
  });
  return Math.max(...explained) / query.length;
}

/** Strips the names of the levels from the front of the query, as far as they are consecutive. */
function consume(levels: Names[], start: number, query: string): { rest: string; next: number } {
  let rest = query;
  let next = start;
  for (; next < levels.length; next += 1) {
    const name = levels[next]?.find((candidate) => rest.startsWith(candidate));
    if (name === undefined) break;
    rest = rest.slice(name.length);
  }
  return { rest, next };
}

function placeOf(region: Region): Place {
  const [province = '', city = '', area = ''] = region.path;
  return { title: region.name, address: region.path.join(','), province, city, area, lng: region.lng, lat: region.lat };
}
