import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { readClusterFiles, type ClusterFiles } from '#server/platform/database/embedded/cluster-files.ts';
import { connectionUrl, withClient } from '#server/platform/database/embedded/connection.ts';
import { superuser } from '#server/platform/database/embedded/initialise.ts';
import { readPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { databaseUrls, ensureDatabase, type DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import { prepareDatabase } from '#server/start-up.ts';

interface Cluster {
  readonly client: pg.Client;
  readonly make: (name: string, template?: string) => Promise<DatabaseUrls>;
}

/** A database of its own with nothing in it, on the server that all test files share. */
export const emptyDatabase = (): Promise<DatabaseUrls> => onCluster(({ make }) => make(newName()));

/** A database that is made once a run and copied for whoever asks for it. */
interface Template {
  readonly name: string;
  /** What it is a copy of itself; it begins empty without. */
  readonly from?: Template;
  readonly prepare: (urls: DatabaseUrls) => Promise<void>;
}

/** Brought up to date, and without a row. */
export const prepared: Template = { name: 'prepared', prepare: prepareDatabase };

/** A database of its own that holds what the template holds. */
export const copyOf = (template: Template): Promise<DatabaseUrls> =>
  onCluster(async (cluster) => cluster.make(newName(), await ready(cluster, template)));

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** The first who needs a template makes it, and the others wait; it is called a template when it is done. */
function ready(cluster: Cluster, { name, from, prepare }: Template): Promise<string> {
  const { client, make } = cluster;
  const template = `template_${name}`;
  return withLock(client, template, async () => {
    const found = await client.query('select from pg_database where datname = $1 and datistemplate', [template]);
    if (found.rowCount !== 0) return template;
    await prepare(await make(template, from && (await ready(cluster, from))));
    await client.query('update pg_database set datistemplate = true where datname = $1', [template]);
    return template;
  });
}

/** Runs `work` of this name in one test file at a time. */
export const oneAtATime = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  onCluster(({ client }) => withLock(client, name, work));

async function withLock<T>(client: pg.Client, name: string, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

const notRunning = 'the test cluster is not running';

/** Where the parts of the server are that all test files share. */
export function clusterFiles(): ClusterFiles {
  const files = readClusterFiles(inject('clusterFolder'));
  if (!files) throw new Error(notRunning);
  return files;
}

async function onCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const files = clusterFiles();
  const postmaster = readPostmaster(files.cluster);
  if (!postmaster) throw new Error(notRunning);
  const { endpoint } = postmaster;
  return withClient(connectionUrl(endpoint, superuser, files.secrets.superuser, 'postgres'), (client) =>
    work({
      client,
      make: async (name, copied) => {
        await ensureDatabase(client, endpoint, files.secrets, name, copied);
        return databaseUrls(endpoint, files.secrets, name);
      },
    }),
  );
}
