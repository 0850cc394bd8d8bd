import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { openApplication, type Application } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { Reserve } from '#server/platform/database/embedded/disk-space.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { openLog, type Log } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';
import { registerRecordType, type Rules } from '#server/record/registry.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { hashPassword } from '#server/platform/session/passwords.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { preparedDatabase } from '#server/testing/test-database.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export interface Person {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  readonly realname: string;
  readonly deptId: number;
  readonly token: string;
}

/** The people of every test company. */
const staff = {
  manager: { realname: '孙经理', username: '13800000010', dept: '销售一部', roles: [8], superior: 'admin' },
  seller: { realname: '王芳', username: '13800000011', dept: '销售一部', roles: [11], superior: 'manager' },
  peer: { realname: '李强', username: '13800000012', dept: '销售一部', roles: [11], superior: 'manager' },
  subordinate: { realname: '赵新', username: '13800000013', dept: '销售一部', roles: [11], superior: 'seller' },
  stranger: { realname: '周远', username: '13800000014', dept: '销售二部', roles: [11], superior: 'admin' },
  hr: { realname: '吴人事', username: '13800000015', dept: '办公室', roles: [3], superior: 'admin' },
  agent: { realname: '郑代理', username: '13800000016', dept: '销售二部', roles: [11], superior: 'admin' },
} as const;
export type PersonName = 'admin' | keyof typeof staff;

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly raw: Buffer;
}

export interface CallOptions {
  readonly as?: Pick<Person, 'token'>;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string | undefined>;
  /** Send the body as a form. */
  readonly form?: boolean;
  readonly file?: { readonly name: string; readonly content: Buffer; readonly fieldName?: string };
}

export interface Company {
  readonly app: FastifyInstance;
  readonly application: Application;
  readonly services: Services;
  readonly db: Kysely<Tables>;
  readonly urls: { readonly ownerUrl: string; readonly appUrl: string };
  readonly people: Record<PersonName, Person>;
  readonly call: (path: string, body?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface CompanyOptions {
  readonly jobs?: boolean;
  readonly env?: Record<string, string>;
  readonly log?: Log;
  /** Space that writes leave free; none unless given, whatever the disk of the tests is like. */
  readonly reserve?: Reserve;
  /** Record types beside the product's; they stay registered in the process of the test file. */
  readonly types?: readonly TestType[];
}

/** A record type that only tests have: all that adding one takes. */
export interface TestType {
  readonly type: RecordType;
  readonly rules?: Rules;
  /** What its migration would be. */
  readonly migration: string;
}

const password = 'Jy-Test-7412-pass';

/** A company with a few people in a database of its own, behind the whole HTTP door. */
export async function openCompany(options: CompanyOptions = {}): Promise<Company> {
  const urls = await preparedDatabase();
  const { types = [] } = options;
  if (types.length > 0) await addTypes(urls, types);
  const folder = mkdtempSync(join(tmpdir(), 'jianye-company-'));
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...options.env });
  const application = await openApplication({
    config,
    log: options.log ?? openLog('silent'),
    databaseUrl: urls.appUrl,
    ownerUrl: urls.ownerUrl,
    reserve: options.reserve ?? (() => 0),
    rateFactor: 1000,
    furtherRoutes: (services) => types.flatMap(({ type }) => typeRoutes(services, type, typeCalls(type))),
  });
  const { db } = application.services.pool;
  await seed(application.services);
  await createFirstAdmin(db, { password });
  const people = await hire(db);
  if (options.jobs) await application.services.jobs.start();
  await application.app.ready();
  return {
    app: application.app,
    application,
    services: application.services,
    db,
    urls,
    people,
    call: (path, body, callOptions) => call(application.app, path, body, callOptions),
    close: async () => {
      await application.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addTypes(urls: DatabaseUrls, types: readonly TestType[]): Promise<void> {
  await withClient(urls.ownerUrl, async (client) => {
    for (const { migration } of types) await client.query(migration);
  });
  // once more, for the rights of the application's role to the new tables
  await prepareDatabase(urls);
  for (const { type, rules } of types) registerRecordType(type, rules);
}

async function hire(db: Kysely<Tables>): Promise<Record<PersonName, Person>> {
  const hash = await hashPassword(password);
  const depts = new Map<string, number>([['办公室', 1]]);
  for (const dept of ['销售一部', '销售二部']) {
    const row = await db
      .insertInto('department')
      .values({ name: dept, pid: 1, num: 0, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow();
    depts.set(dept, row.dept_id);
  }
  await db.updateTable('role').set({ data_type: 4 }).where('role_id', '=', 8).execute();
  const ids = new Map<string, number>([['admin', 3]]);
  const hired: Partial<Record<PersonName, Person>> = {
    admin: { userId: 3, username: 'admin', password, realname: 'admin', deptId: 1, token: await tokenFor(db, 3) },
  };
  for (const [key, person] of Object.entries(staff)) {
    const deptId = depts.get(person.dept) ?? 1;
    const row = await db
      .insertInto('app_user')
      .values({
        username: person.username,
        mobile: person.username,
        realname: person.realname,
        password_hash: hash,
        dept_id: deptId,
        status: 1,
        parent_id: ids.get(person.superior) ?? 0,
        agent_flag: key === 'agent' ? 1 : 0,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    ids.set(key, row.user_id);
    await db
      .insertInto('user_role')
      .values(person.roles.map((roleId) => ({ user_id: row.user_id, role_id: roleId })))
      .execute();
    hired[key as PersonName] = {
      userId: row.user_id,
      username: person.username,
      password,
      realname: person.realname,
      deptId,
      token: await tokenFor(db, row.user_id),
    };
  }
  await organisationChanged(db);
  return hired as Record<PersonName, Person>;
}

/** A login without the password check, which would take most of a test's time. */
export async function tokenFor(db: Kysely<Tables>, userId: number): Promise<string> {
  const login = await startLogin(db, { userId, client: 1, userAgent: 'test', address: '127.0.0.1' });
  return login.accessToken;
}

async function call(
  app: FastifyInstance,
  path: string,
  body: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = options.as ? { 'admin-token': options.as.token } : {};
  for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers[name] = value;
  const method = options.method ?? 'POST';
  let payload: string | Buffer | undefined;
  let url = `/${path}`;
  if (options.file) {
    const boundary = 'jianye-test-boundary';
    headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
    payload = multipartBody(boundary, body, options.file);
  } else if (method === 'GET') {
    const query = new URLSearchParams(
      Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    if (query !== '') url += `?${query}`;
  } else if (options.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    payload = new URLSearchParams(
      Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
  } else {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(body);
  }
  const response = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
  const parsed = isJson ? (JSON.parse(response.body) as Record<string, unknown>) : {};
  return {
    status: response.statusCode,
    code: Number(parsed['code'] ?? -1),
    msg: String(parsed['msg'] ?? ''),
    data: parsed['data'],
    body: parsed,
    headers: response.headers,
    raw: response.rawPayload,
  };
}

function multipartBody(
  boundary: string,
  fields: Record<string, unknown>,
  file: NonNullable<CallOptions['file']>,
): Buffer {
  const parts = Object.entries(fields).map(([key, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : String(value)}\r\n`,
    ),
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.fieldName ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([...parts, Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
