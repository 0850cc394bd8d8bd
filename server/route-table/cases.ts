import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { fill } from '#server/testing/new-entity.ts';
import { openCompany, tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { recordModules } from '#server/record/registry.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { directorySubjects, type Endpoint, type Subject } from '#shared/wire/endpoint.ts';
import { exampleOf, type Example } from './examples.ts';
import { withValue } from './schema.ts';

/** One thing of every subject that is not open to all, made by one person. */
export interface Things {
  readonly owner: Person;
  /** A record of every registered type. */
  readonly records: Readonly<Record<string, number>> & { readonly crm_customer: number };
  /** What sheets name the customer by. */
  readonly customerName: string;
  /** A customer that nobody owns. */
  readonly pooled: number;
  /** The customer's own batch with a file in it, made with the customer. */
  readonly batch: string;
  readonly file: number;
  readonly link: string;
  /** A batch that hangs on nothing yet. */
  readonly looseBatch: string;
  readonly looseFile: number;
  readonly looseLink: string;
  readonly followUp: number;
  readonly import: number;
  /** An act on the customer that can be taken back. */
  readonly operation: number;
  readonly scene: number;
  /** Another login of the same person. */
  readonly login: number;
  readonly refreshToken: string;
  readonly token: string;
}

export interface Table {
  readonly company: Company;
  readonly endpoints: readonly Endpoint[];
  /** Streams stay open when they succeed; they are asked only where they must refuse. */
  readonly answering: readonly Endpoint[];
  /** A new employee: by default a salesperson of 销售二部. */
  readonly hire: (options?: { roles?: readonly number[]; deptId?: number; superior?: number }) => Promise<Person>;
  readonly things: (owner: Person) => Promise<Things>;
  /** A request that this route answers with success when the owner of `things` sends it. */
  readonly example: (endpoint: Endpoint, things: Things) => Promise<Example>;
  readonly send: (endpoint: Endpoint, example: Example, as?: Pick<Person, 'token'> | null) => Promise<Answer>;
  /** Everything that a call may change: rows of all tables but the log, queued jobs and stored objects. */
  readonly state: () => Promise<Record<string, string>>;
}

/** The code of an answer; a file that was sent has none and counts as success. */
export const codeOf = (answer: Answer): number =>
  answer.code === -1 && answer.status === 200 && answer.headers['content-disposition'] !== undefined ? 0 : answer.code;

/** Subjects whose ids open nothing to those who merely know them. */
type Held = Exclude<Subject, (typeof directorySubjects)[number]>;
export const isHeld = (subject: Subject): subject is Held =>
  !(directorySubjects as readonly Subject[]).includes(subject);

/** The ids of a subject among somebody's things; a file and a batch come attached and loose. */
export function idsOf(subject: Held, things: Things): readonly (number | string)[] {
  const ids: Record<Held, readonly (number | string)[]> = {
    crm_leads: [things.records['crm_leads'] ?? 0],
    crm_customer: [things.records.crm_customer],
    crm_contacts: [things.records['crm_contacts'] ?? 0],
    record: [things.records.crm_customer],
    file: [things.file, things.looseFile],
    batch: [things.batch, things.looseBatch],
    follow_up: [things.followUp],
    import: [things.import],
    operation: [things.operation],
    scene: [things.scene],
    login: [things.login],
  };
  return ids[subject];
}

export const absentId = (subject: Held): number | string => (subject === 'batch' ? randomUUID() : 99_999_999);

/** Puts an id where `endpoint.ids` says; lists take it alone. */
export const withId = (body: Record<string, unknown>, path: string, id: number | string): Record<string, unknown> =>
  withValue(body, path, /(?:^|\.)ids$|Ids$/.test(path) ? [id] : id);

export async function openTable(options: Parameters<typeof openCompany>[0] = {}): Promise<Table> {
  const company = await openCompany(options);
  const endpoints = company.application.routes.map((route) => route.endpoint);
  const { db } = company;
  let hired = 0;

  const table: Table = {
    company,
    endpoints,
    answering: endpoints.filter((endpoint) => endpoint.answer !== 'stream'),

    hire: async ({ roles = [11], deptId = company.people.stranger.deptId, superior = 3 } = {}) => {
      hired += 1;
      const username = `1390000${String(hired).padStart(4, '0')}`;
      const { password_hash } = await db
        .selectFrom('app_user')
        .select('password_hash')
        .where('user_id', '=', 3)
        .executeTakeFirstOrThrow();
      const realname = `新人${hired}`;
      const { user_id: userId } = await db
        .insertInto('app_user')
        .values({
          username,
          mobile: username,
          realname,
          password_hash,
          dept_id: deptId,
          status: 1,
          parent_id: superior,
        })
        .returning('user_id')
        .executeTakeFirstOrThrow();
      for (const roleId of roles)
        await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
      await sql`update org_version set version = version + 1`.execute(db);
      const { password } = company.people.admin;
      return { userId, username, password, realname, deptId, token: await tokenFor(db, userId) };
    },

    things: (owner) => makeThings(company, owner),
    example: (endpoint, things) => exampleOf(table, endpoint, things),

    send: (endpoint, example, as = null) =>
      company.call(endpoint.path, example.body, {
        method: endpoint.method,
        ...(as ? { as } : {}),
        ...(example.headers ? { headers: example.headers } : {}),
        ...(example.file ? { file: example.file } : {}),
      }),

    state: async () => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where (schemaname = 'public' or tablename = 'job_common') and tablename not in ('audit', 'login_failure') order by 1`.execute(
        db,
      );
      const state: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await sql<{ sum: string }>`
          select count(*) || ' ' || coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by t::text)), '') as sum
          from ${sql.table(name)} as t
          -- told a second after a change, whoever made it
          where to_jsonb(t) ->> 'type' is distinct from ${pushTypes.changed}`.execute(db);
        state[name] = rows[0]?.sum ?? '';
      }
      const objects: string[] = [];
      for await (const { key } of company.services.files.list()) objects.push(key);
      return { ...state, objects: objects.toSorted().join() };
    },
  };
  return table;
}

async function makeThings(company: Company, owner: Person): Promise<Things> {
  const call = async (path: string, body: Record<string, unknown>, file?: { name: string; content: Buffer }) => {
    const answer = await company.call(path, body, { as: owner, ...(file ? { file } : {}) });
    if (answer.code !== 0) throw new Error(`${path} of ${owner.realname}: ${answer.code} ${answer.msg}`);
    return answer;
  };
  const text = { name: '附件.txt', content: Buffer.from('text') };
  const attached = (await call('file/upload', {}, text)).body;
  const loose = (await call('file/upload', {}, text)).body;
  const name = `${owner.realname}的公司 ${randomUUID().slice(0, 8)}`;
  const batch = String(attached['batchId']);
  const entity = { customer_name: name, batchId: batch };
  const saved = (await call('CrmCustomer/addOrUpdate', { entity, field: [] })).data as {
    customerId: number;
  };
  const records = { crm_customer: saved.customerId } as Record<string, number> & { crm_customer: number };
  for (const { type } of recordModules()) {
    if (type === customerType) continue;
    const made = fill(type, `${name} ${type.code}`, saved.customerId);
    const { data } = await call(`${type.family}/addOrUpdate`, { entity: made, field: [] });
    records[type.name] = (data as Record<string, number>)[type.idKey] ?? 0;
  }
  const pooled = (await call('CrmCustomer/addOrUpdate', { entity: { customer_name: `${name} 公海` }, field: [] }))
    .data as { customerId: number };
  await sql`update customer set owner_user_id = null where customer_id = ${pooled.customerId}`.execute(company.db);
  const followUp = (
    await call('CrmCustomer/addRecord', { typesId: saved.customerId, content: '已联系', category: '打电话' })
  ).data as { recordId: number };
  const sheet = (await call('file/upload', {}, text)).body;
  const { rows: imports } = await sql<{ id: number }>`
    insert into import_task (type_code, user_id, file_id, file_name, mapping, header_row, repeat_handling, owner_user_id, row_limit)
    values (2, ${owner.userId}, ${sheet['fileId']}, '客户.csv', '{"0":"customer_name"}', 1, 2, ${owner.userId}, 10000)
    returning import_id as id`.execute(company.db);
  // a person keeps so many only
  await sql`delete from scene where user_id = ${owner.userId} and kind is null and scene_id not in (
    select scene_id from scene where user_id = ${owner.userId} order by scene_id desc limit 20)`.execute(company.db);
  const { rows: scenes } = await sql<{ id: number }>`
    insert into scene (type_code, user_id, name) values (2, ${owner.userId}, ${randomUUID().slice(0, 8)})
    returning scene_id as id`.execute(company.db);
  const login = await startLogin(company.db, {
    userId: owner.userId,
    client: 1,
    userAgent: 'other browser',
    address: '127.0.0.1',
  });
  const { operation_id: operation } = await company.db
    .insertInto('operation')
    .values({
      type_code: 2,
      verb: 'transferred',
      access: 'crm:customer:update',
      user_id: owner.userId,
      row_total: 1,
      details: {},
      undone_time: null,
      undone_by: null,
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into operation_row (operation_id, record_id, before, version_after)
    select ${operation}, customer_id, jsonb_build_object('owner_user_id', owner_user_id), version from customer
    where customer_id = ${saved.customerId}`.execute(company.db);
  return {
    owner,
    records,
    customerName: name,
    pooled: pooled.customerId,
    batch,
    file: Number(attached['fileId']),
    link: String(attached['url']),
    looseBatch: String(loose['batchId']),
    looseFile: Number(loose['fileId']),
    looseLink: String(loose['url']),
    followUp: followUp.recordId,
    import: imports[0]?.id ?? 0,
    operation,
    scene: scenes[0]?.id ?? 0,
    login: login.loginId,
    refreshToken: login.refreshToken,
    token: login.accessToken,
  };
}

/** What a generated suite has examined; shown in the output of the run. */
export const report = (line: string): void => void process.stdout.write(`${line}\n`);
