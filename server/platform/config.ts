import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { only, withoutEnd } from '#shared/text/ends.ts';

/** Kinds of reasons not to start; each has an exit code and a sentence in two languages (`server/start-failures.ts`). */
export type StartFailure = 'other' | 'setting' | 'listen' | 'folder' | 'inUse' | 'database' | 'unsafe';

interface StartErrorOptions extends ErrorOptions {
  readonly kind?: StartFailure;
  /** What the sentence of the kind names: a variable, an address, a folder. */
  readonly about?: string;
}

/** A reason not to start. The message is one clear line for the person who started the program. */
export class StartError extends Error {
  override name = 'StartError';
  readonly kind: StartFailure;
  readonly about: string;
  constructor(message: string, { kind = 'other', about = '', ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.about = about;
  }
}

/** An environment variable with a bad value. The message names the variable, never a secret value. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
  constructor(variable: string, message: string) {
    super(message, { kind: 'setting', about: variable });
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const flag = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');
const postgresUrl = z.string().max(2_000).refine(isPostgresUrl);
const webUrl = z.string().max(2_000).refine(isWebUrl);
const baseUrl = webUrl.refine((value) => !/[?#]/.test(value)).transform((value) => withoutEnd(value, only('/')));
const proxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isProxy));
/** Exact `host:port` pairs. */
const hosts = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
  .refine((list) => list.every((host) => /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/.test(host)));
const timeZone = z.string().refine(isTimeZone);

const environment = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  TRUST_PROXY: z.union([z.enum(['0', 'false']).transform(() => false as const), proxies]).default(false),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  DEMO_DATA: flag.optional(),
  PUBLIC_URL: baseUrl.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  PLATFORM_HOME_URL: webUrl.optional(),
  COMPANY_TIME_ZONE: timeZone.default('Asia/Shanghai'),
  MAP_PLACES_URL: baseUrl.optional(),
  MAP_PLACES_KEY: z.string().max(200).optional(),
  ENTERPRISE_URL: baseUrl.optional(),
  ENTERPRISE_KEY: z.string().max(200).optional(),
  OUTSIDE_PRIVATE_HOSTS: hosts.default([]),
});

type Variable = keyof z.infer<typeof environment>;

const expected: Record<Variable, string> = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address or a host name',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a PostgreSQL address such as postgresql://user:password@host:5432/jianye',
  MIGRATION_DATABASE_URL: 'a PostgreSQL address such as postgresql://owner:password@host:5432/jianye',
  // Trusting any client would let it choose its own address (security N3).
  TRUST_PROXY: `the proxies' addresses, comma-separated, as 10.0.0.5, 10.0.0.0/8 or ${proxyNames.join(', ')}; or 0`,
  ADMIN_PASSWORD: '8 to 128 characters',
  DEMO_DATA: '1 or 0',
  PUBLIC_URL: 'an http or https address',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  PLATFORM_HOME_URL: 'an http or https address',
  COMPANY_TIME_ZONE: 'a time zone such as Asia/Shanghai',
  MAP_PLACES_URL: 'an https address, or an http one that OUTSIDE_PRIVATE_HOSTS lists',
  MAP_PLACES_KEY: 'at most 200 characters',
  ENTERPRISE_URL: 'an https address, or an http one that OUTSIDE_PRIVATE_HOSTS lists',
  ENTERPRISE_KEY: 'at most 200 characters',
  OUTSIDE_PRIVATE_HOSTS: 'a comma list of host:port',
};
const secret: readonly Variable[] = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'MAP_PLACES_KEY',
  'ENTERPRISE_KEY',
];
/** Addresses of services outside. */
const services = ['MAP_PLACES_URL', 'ENTERPRISE_URL'] as const satisfies readonly Variable[];

export type Config = ReturnType<typeof loadConfig>;

/**
 * The settings of one process, from its environment (R2.3). An empty variable counts as unset. Without `databaseUrl`
 * the embedded database is used; `trustProxy` has the form that Fastify takes.
 * @throws ConfigError
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(nameIn(parsed.error), describe(parsed.error, given));
  const { data } = parsed;
  if (data.MIGRATION_DATABASE_URL && !data.DATABASE_URL) {
    throw new ConfigError(
      'MIGRATION_DATABASE_URL',
      'MIGRATION_DATABASE_URL is set, but DATABASE_URL is not: set both or neither.',
    );
  }
  for (const name of services) {
    const url = data[name] === undefined ? null : new URL(data[name]);
    if (url?.protocol !== 'http:' || data.OUTSIDE_PRIVATE_HOSTS.includes(`${url.hostname}:${url.port || '80'}`))
      continue;
    throw new ConfigError(name, `${name}: ${JSON.stringify(data[name])} is not ${expected[name]}.`);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    migrationDatabaseUrl: data.MIGRATION_DATABASE_URL ?? data.DATABASE_URL,
    trustProxy: data.TRUST_PROXY,
    adminPassword: data.ADMIN_PASSWORD,
    demoData: data.DEMO_DATA ?? data.DATABASE_URL === undefined,
    publicUrl: data.PUBLIC_URL,
    logLevel: data.LOG_LEVEL,
    platformHomeUrl: data.PLATFORM_HOME_URL,
    companyTimeZone: data.COMPANY_TIME_ZONE,
    mapPlaces: data.MAP_PLACES_URL === undefined ? null : { url: data.MAP_PLACES_URL, key: data.MAP_PLACES_KEY ?? '' },
    enterprises:
      data.ENTERPRISE_URL === undefined ? null : { url: data.ENTERPRISE_URL, key: data.ENTERPRISE_KEY ?? '' },
    outsidePrivateHosts: data.OUTSIDE_PRIVATE_HOSTS,
  };
}

const nameIn = (error: z.ZodError): Variable => error.issues[0]?.path[0] as Variable;

function describe(error: z.ZodError, given: Record<string, string | undefined>): string {
  const name = nameIn(error);
  const value = secret.includes(name) ? 'its value' : JSON.stringify(given[name]);
  return `${name}: ${value} is not ${expected[name]}.`;
}

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^postgres(ql)?:\/\/[^\s/]*\/[^\s/?]+(\?\S*)?$/.test(value)) return false;
  try {
    // what is not encoded as in an address would break where it is read
    return [url.username, url.password, url.pathname].every((part) => decodeURIComponent(part) !== '' || part === '');
  } catch {
    return false;
  }
}

function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

function isProxy(value: string): boolean {
  if (proxyNames.includes(value)) return true;
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
