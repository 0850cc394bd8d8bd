import { spawn, type ChildProcess } from 'node:child_process';
import pg from 'pg';

/** One of PostgreSQL's client programs, as found on this machine. */
export interface PostgresProgram {
  readonly name: 'pg_dump' | 'pg_restore';
  readonly major: number;
}

/** Null where the search path has none, or none that runs. */
export async function findProgram(name: PostgresProgram['name']): Promise<PostgresProgram | null> {
  const { code, output } = await outcomeOf(startProgram(name, ['--version'])).catch(() => ({ code: -1, output: '' }));
  const major = /^pg_\w+ \(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return code === 0 && major !== undefined ? { name, major: Number(major) } : null;
}

/** The first version that finds the system's certificates by itself. */
const knowsSystemCertificates = 16;

/** The program that can read this database, or the reason why there is none. */
export async function findDump(
  ownerUrl: string,
  serverMajor: number,
): Promise<PostgresProgram | { readonly reason: string }> {
  const program = await findProgram('pg_dump');
  if (!program) return { reason: 'there is no pg_dump on this machine' };
  if (program.major < serverMajor)
    return { reason: `pg_dump ${program.major} is older than the server, which is PostgreSQL ${serverMajor}` };
  if (
    connectionEnvironment(ownerUrl)['PGSSLROOTCERT'] === systemCertificates &&
    program.major < knowsSystemCertificates
  )
    return { reason: `pg_dump ${program.major} cannot check the server's certificate without sslrootcert` };
  return program;
}

/** Without a shell; the environment says nothing about a database except what `environment` contains. */
export function startProgram(
  name: PostgresProgram['name'],
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith('PG') || key === 'PGPASSFILE');
  const child = spawn(name, [...args], {
    env: { ...Object.fromEntries(own), LC_ALL: 'C', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  return child;
}

/** Output of a started program until it ends. Rejects when it does not start. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; output: string; errors: string }> {
  let [output, errors] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-10_000)));
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  return { code, output, errors };
}

const systemCertificates = 'system';

/**
 * Translates one of our connection addresses for PostgreSQL's own programs. The password is passed in the environment,
 * because everybody on the machine can read arguments. Certificates are checked exactly when our own connections check
 * them.
 */
export function connectionEnvironment(url: string): Record<string, string> {
  // resolves the address as our own connections do, including defaults from the environment
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url }) as pg.Client & {
    readonly ssl: boolean | { readonly rejectUnauthorized?: boolean };
  };
  const given = new URL(url).searchParams;
  const environment = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database };
  const files = {
    PGSSLCERT: given.get('sslcert'),
    PGSSLKEY: given.get('sslkey'),
    PGSSLROOTCERT: given.get('sslrootcert'),
  };
  const mode = given.get('uselibpqcompat') === 'true' ? given.get('sslmode') : modeOf(ssl);
  const isSystems = mode === 'verify-full' && files.PGSSLROOTCERT === null;
  const all = {
    ...environment,
    ...files,
    PGSSLMODE: mode,
    ...(isSystems ? { PGSSLROOTCERT: systemCertificates } : {}),
  };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function modeOf(ssl: boolean | { readonly rejectUnauthorized?: boolean }): string {
  if (ssl === false) return 'disable';
  return typeof ssl === 'object' && ssl.rejectUnauthorized === false ? 'require' : 'verify-full';
}
