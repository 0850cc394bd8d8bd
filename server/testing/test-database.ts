import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { readClusterFiles } from '#server/platform/database/embedded/cluster-files.ts';
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

/** As `emptyDatabase`, brought up to date: a copy of one that the first who needs it prepares for all test files. */
export const preparedDatabase = (): Promise<DatabaseUrls> =>
  onCluster(async (cluster) => {
    await withLock(cluster.client, template, () => prepareTemplate(cluster));
    return cluster.make(newName(), template);
  });

const template = 'test_template';
const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** It gets its name when it is done, so that nobody copies half of one. */
async function prepareTemplate({ client, make }: Cluster): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [template]);
  if (found.rowCount !== 0) return;
  await prepareDatabase(await make('test_template_begun'));
  await client.query('alter database test_template_begun rename to test_template');
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

async function onCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const files = readClusterFiles(inject('clusterFolder'));
  const postmaster = files && readPostmaster(files.cluster);
  if (!files || !postmaster) throw new Error('the test cluster is not running');
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
