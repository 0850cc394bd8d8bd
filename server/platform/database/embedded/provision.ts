import pg from 'pg';
import { connectionUrl, withClient, type Endpoint } from './connection.ts';
import type { Secrets } from './cluster-files.ts';
import { superuser } from './initialise.ts';

const owner = 'jianye_owner';
const app = 'jianye_app';
export const mainDatabase = 'jianye';

const { escapeIdentifier, escapeLiteral } = pg;
const harmless = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * The addresses of one database: `ownerUrl` for migrations, the job schema and index jobs, `appUrl` for all other use.
 */
export interface DatabaseUrls {
  ownerUrl: string;
  appUrl: string;
}

export function databaseUrls(endpoint: Endpoint, secrets: Secrets, name: string): DatabaseUrls {
  return {
    ownerUrl: connectionUrl(endpoint, owner, secrets.owner, name),
    appUrl: connectionUrl(endpoint, app, secrets.app, name),
  };
}

/** Creates missing roles, rights and the database (security O5). Safe to repeat; `client` is the superuser's. */
export async function provision(client: pg.Client, endpoint: Endpoint, secrets: Secrets): Promise<void> {
  await ensureRole(client, owner, secrets.owner);
  await ensureRole(client, app, secrets.app);
  // By default everybody may connect to these.
  await client.query('revoke all on database postgres, template1 from public');
  await ensureDatabase(client, endpoint, secrets, mainDatabase);
}

/** A database with the owner's and the application's rights, copied from `template` when given. */
export async function ensureDatabase(
  client: pg.Client,
  endpoint: Endpoint,
  secrets: Secrets,
  name: string,
  template?: string,
): Promise<void> {
  const database = escapeIdentifier(name);
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) {
    // copying the files takes a third of the time of logging every page
    const copied = template ? ` template ${escapeIdentifier(template)} strategy file_copy` : '';
    await client.query(`create database ${database} owner ${owner}${copied}`);
  }
  await client.query(`revoke all on database ${database} from public`);
  await client.query(`grant connect on database ${database} to ${app}`);
  await withClient(connectionUrl(endpoint, superuser, secrets.superuser, name), grantRights);
}

/** The owner creates tables; the application reads and writes rows in them and creates nothing. */
async function grantRights(client: pg.Client): Promise<void> {
  const byDefault = `alter default privileges for role ${owner} grant`;
  await client.query(`
    revoke create on schema public from public;
    grant usage on schema public to ${app};
    ${byDefault} usage on schemas to ${app};
    ${byDefault} select, insert, update, delete on tables to ${app};
    ${byDefault} usage on sequences to ${app};
  `);
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0)
    await client.query(`create role ${role} login ${harmless} password ${escapeLiteral(password)}`);
  else await client.query(`alter role ${role} ${harmless}`);
}
