import pg from 'pg';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log/log.ts';
import { pictured } from './clock.ts';

// The product with a clock that stands in its database and begins at the same moment in its program: the demo company
// counts back from now, so that it is the same on every day.

const log = openLog('warn');
const database = await startEmbedded({ dataDir: loadConfig(process.env).dataDir, log, ballastBytes: 0 });
await withClient(database.ownerUrl, async (owner) => {
  await owner.query(`select set_config('clock.stands_at', $1, false)`, [pictured.toISOString()]);
  await owner.query(`
    create schema if not exists clock;
    grant usage on schema clock to public;
    do $$
    declare clock_name text;
    begin
      foreach clock_name in array array['now', 'clock_timestamp'] loop
        execute format(
          'create or replace function clock.%I() returns timestamptz language sql immutable parallel safe return %L::timestamptz',
          clock_name, current_setting('clock.stands_at'));
      end loop;
      -- pg_catalog comes first unless it is named; tables are made in the first one
      execute format('alter database %I set search_path = public, clock, pg_catalog', current_database());
    end $$`);
});
await database.stop('fast');

// this one is a word of the language, which no schema defines
interface Connection {
  query: (config: unknown, ...more: unknown[]) => unknown;
}
const connection = pg.Client.prototype as unknown as Connection;
const { query } = connection;
const ofClock = (text: string): string => text.replaceAll('current_date', '(now()::date)');
connection.query = function (this: Connection, config, ...more) {
  if (typeof config === 'string') return query.call(this, ofClock(config), ...more);
  const asked = config as { readonly text?: string };
  if (typeof asked.text !== 'string') return query.call(this, config, ...more);
  return query.call(this, { ...asked, text: ofClock(asked.text) }, ...more);
};

const ahead = Date.now() - pictured.getTime();
const realNow = Date.now;
globalThis.Date = class extends Date {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(realNow() - ahead);
    else super(...given);
  }
  static override now = (): number => realNow() - ahead;
} as DateConstructor;

await import('#server/main.ts');
