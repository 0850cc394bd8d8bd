import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

/**
 * Marks a statement whose plan the database should keep: for frequent statements whose best plan does not depend on the
 * values. Everything that varies must be a bound value, since each text is kept on each connection.
 */
export const keptPlan = sql`/* kept plan */`;

const mark = '/* kept plan */';
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

interface Connection {
  query: (config: unknown, values?: unknown, callback?: unknown) => unknown;
}
const plain = pg.Client.prototype as unknown as Connection;

/** A connection that names the marked statements, which is how the protocol keeps a plan. */
export class PlanKeepingClient extends pg.Client {}

(PlanKeepingClient.prototype as unknown as Connection).query = function (config, values, callback) {
  if (typeof config !== 'string' || !config.startsWith(mark)) return plain.query.call(this, config, values, callback);
  return plain.query.call(this, { name: nameOf(config), text: config, values }, callback);
};
