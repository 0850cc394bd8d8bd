import pg from 'pg';
import { join } from 'node:path';

/** Where a server listens: `host` is the folder of its socket, or 127.0.0.1. */
export interface Endpoint {
  host: string;
  port: number;
}

export const socketPort = 5432;
const longestSocketPath = 100; // bytes; the system's limit is 103 (macOS) or 107 (Linux)

/** True when the server can listen on a socket in this folder, so that no port is open at all (security O1). */
export function socketsWork(folder: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
}

/** An address that `pg` and everything built on it accepts, for sockets too. */
export function connectionUrl({ host, port }: Endpoint, user: string, password: string, database: string): string {
  const query = new URLSearchParams({ host, sslmode: 'disable' });
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${encodeURIComponent(database)}?${query}`;
}

/** A connected client whose errors never end the process. Rejects when the server cannot be reached or refuses. */
export async function connect(
  connectionString: string,
  applicationName: string,
  connectionTimeoutMillis = 3_000,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis,
    keepAlive: true,
  });
  client.on('error', () => undefined); // the user's queries fail, or it listens for 'end'
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(connectionString, 'jianye-start');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The SQLSTATE or system code of an error, if it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
