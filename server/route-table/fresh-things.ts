import type { Person } from '#server/testing/company.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { goesWith, makeThings, partOf, partsOf, recordPartsOf, type Things } from './things.ts';
import type { Table, Example } from './table.ts';

/** What the example of each call looks at among the things; the same in every suite of a process. */
const lookedAt = new Map<string, ReadonlySet<string>>();

/**
 * Examples of calls that each find things as they were made, however many writes have used some up before: those that
 * the example looks at are made anew, and no others.
 */
export async function freshExamples(table: Table, owner: Person): Promise<(endpoint: Endpoint) => Promise<Example>> {
  let things = await makeThings(table, owner);
  const usedUp = new Set<string>();
  return async (endpoint) => {
    const wanted = lookedAt.get(endpoint.path) ?? new Set(partsOf(table));
    const isMissing = [...usedUp].some((part) => wanted.has(part));
    // what is made anew may belong to records that are used up as well
    const records = new Set(recordPartsOf(table));
    const missing = isMissing ? [...usedUp].filter((part) => wanted.has(part) || records.has(part)) : [];
    if (missing.length > 0) things = await makeThings(table, owner, missing, things);
    for (const part of missing) usedUp.delete(part);
    const seen = new Set<string>();
    const example = await table.example(endpoint, noting(table, things, seen));
    lookedAt.set(endpoint.path, seen);
    if (endpoint.effect === 'read') return example;
    for (const part of goesWith(table, seen)) usedUp.add(part);
    return example;
  };
}

/** The same things; which parts of them are looked at is noted. */
function noting(table: Table, things: Things, seen: Set<string>): Things {
  const byType = (of: 'records' | 'names') =>
    new Proxy<Readonly<Record<string, unknown>>>(things[of], {
      get: (target, name) => {
        seen.add(partOf(table, of, String(name)));
        return Reflect.get(target, name);
      },
    });
  const apart = { records: byType('records'), names: byType('names') };
  return new Proxy(things, {
    get: (target, key) => {
      if (key === 'records' || key === 'names') return apart[key];
      if (key !== 'owner' && key !== 'type') seen.add(partOf(table, String(key)));
      return Reflect.get(target, key) as unknown;
    },
  });
}
