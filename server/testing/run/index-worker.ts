import '#server/registrations.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';
import { keepIndexes } from '#server/record/field-indexes/keep-indexes.ts';
import { recordModules } from '#server/record/registry.ts';

/** A process that makes the indexes of all types until somebody ends it. Its addresses: the owner's, the application's. */
const [, , ownerUrl = '', appUrl = ''] = process.argv;
const log = openLog('silent');
const pool = openPool({ url: appUrl, timeZone: 'UTC', max: 2, statementTimeout: 5_000, log });
process.stdout.write('in\n');
const types = recordModules().map(({ type }) => type);
await keepIndexes({ ownerUrl, db: pool.db, log, signal: new AbortController().signal }, types);
await pool.close();
