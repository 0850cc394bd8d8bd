import { moduleExamples } from '#server/modules/examples.ts';
import type { Endpoint, Subject } from '#shared/wire/endpoint.ts';
import { engineExamples } from './engine-examples.ts';
import { recordMakings } from './record-examples.ts';
import { inputShape, smallest } from './schema.ts';
import { idsOf, isHeld, type Things } from './things.ts';
import { withId, type Example, type Table } from './table.ts';

/** The request of a call: by its module or the engine where the contract does not say it, otherwise the smallest body that fits. */
export async function exampleOf(table: Table, endpoint: Endpoint, things: Things): Promise<Example> {
  const make = moduleExamples[endpoint.path] ?? engineExamples[endpoint.path] ?? recordMakings()[endpoint.path];
  const making = await make?.(table, things);
  if (making?.body) return { ...making, body: making.body };
  let body = smallest(inputShape(endpoint)) as Record<string, unknown>;
  for (const [path, subject] of Object.entries(endpoint.ids)) {
    if (isHeld(subject)) body = withId(body, path, idsOf(subject, things)[0] ?? 0);
    else if (Object.hasOwn(body, path)) body = withId(body, path, knownIds(table)[subject] ?? 1);
  }
  return { ...making, body };
}

/** Ids that every employee knows. */
const knownIds = ({ company }: Table): Partial<Record<Subject, number>> => ({
  user: company.people.stranger.userId,
  dept: company.people.stranger.deptId,
  role: 11,
});
