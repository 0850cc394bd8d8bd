import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { registerRecordType, type Rules } from '#server/record/registry.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { prepareDatabase } from '#server/start-up.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record type that only tests have: all that adding one takes. */
export interface TestType {
  readonly type: RecordType;
  readonly rules?: Rules;
  /** What its migration would be. */
  readonly migration: string;
}

/** Makes the types known to the process. */
export function registerTypes(types: readonly TestType[]): void {
  for (const { type, rules } of types) registerRecordType(type, rules);
}

/** Adds the tables of the types to a database that is prepared, as far as it lacks them. */
export async function addTables(urls: DatabaseUrls, types: readonly TestType[]): Promise<void> {
  await withClient(urls.ownerUrl, async (client) => {
    for (const { type, migration } of types) {
      const { rows } = await client.query('select to_regclass($1) as found', [type.table]);
      if (rows[0]?.found === null) await client.query(migration);
    }
  });
  // once more, for the rights of the application's role to the new tables
  await prepareDatabase(urls);
}

/** Routes beside the product's own (`ApplicationOptions.furtherRoutes`). */
export const routesOfTypes =
  (types: readonly TestType[]) =>
  (services: Services): Route[] =>
    types.flatMap(({ type }) => typeRoutes(services, type, typeCalls(type)));
