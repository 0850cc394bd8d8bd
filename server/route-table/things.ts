import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import '#server/record/actions/tables.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { recordModules } from '#server/record/registry.ts';
import { fill } from '#server/testing/new-entity.ts';
import type { Company, Person } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { directorySubjects, type Subject } from '#shared/wire/endpoint.ts';

/** One thing of every subject that is not open to all, made by one person. */
export interface Things {
  readonly owner: Person;
  /** A record of every registered type. */
  readonly records: Readonly<Record<string, number>> & { readonly crm_customer: number };
  /** What sheets name the customer by. */
  readonly customerName: string;
  /** A customer that nobody owns. */
  readonly pooled: number;
  /** The customer's own batch with a file in it, made with the customer, which has been followed up. */
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

/** What a call gives of them at once; records by the name of their type. */
type Made = Partial<Omit<Things, 'records'>> & { readonly records?: Readonly<Record<string, number>> };
type Making = (maker: Maker, made: Things) => Promise<Made>;

interface Maker {
  readonly company: Company;
  readonly owner: Person;
  readonly call: (path: string, body: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly upload: () => Promise<Record<string, unknown>>;
}

/** Subjects whose ids open nothing to those who merely know them. */
type Held = Exclude<Subject, (typeof directorySubjects)[number]>;
export const isHeld = (subject: Subject): subject is Held =>
  !(directorySubjects as readonly Subject[]).includes(subject);

/** Where the ids of subjects that are no records lie; a file and a batch come attached and loose. */
const idsBySubject: Readonly<Record<string, (things: Things) => readonly (number | string)[]>> = {
  record: ({ records }) => [records.crm_customer],
  file: ({ file, looseFile }) => [file, looseFile],
  batch: ({ batch, looseBatch }) => [batch, looseBatch],
  follow_up: ({ followUp }) => [followUp],
  import: (things) => [things.import],
  operation: ({ operation }) => [operation],
  scene: ({ scene }) => [scene],
  login: ({ login }) => [login],
};

/** The ids of a subject among somebody's things. */
export const idsOf = (subject: Held, things: Things): readonly (number | string)[] =>
  idsBySubject[subject]?.(things) ?? [things.records[subject] ?? 0];

export const absentId = (subject: Held): number | string => (subject === 'batch' ? randomUUID() : 99_999_999);

/** Things that one step makes, by the name of a part; all but the customer need what the customer's gives. */
const makings: Readonly<Record<string, Making>> = {
  customer: async ({ owner, call, upload }) => {
    const { batchId, fileId, url } = await upload();
    const customerName = `${owner.realname}的公司 ${randomUUID().slice(0, 8)}`;
    const entity = { customer_name: customerName, batchId };
    const { customerId = 0 } = await saved(call('CrmCustomer/addOrUpdate', { entity, field: [] }));
    const said = { typesId: customerId, content: '已联系', category: '打电话' };
    const { recordId: followUp = 0 } = await saved(call('CrmCustomer/addRecord', said));
    return {
      records: { crm_customer: customerId },
      followUp,
      customerName,
      batch: String(batchId),
      file: Number(fileId),
      link: String(url),
    };
  },
  loose: async ({ upload }) => {
    const { batchId, fileId, url } = await upload();
    return { looseBatch: String(batchId), looseFile: Number(fileId), looseLink: String(url) };
  },
  pooled: async ({ company, owner, call }) => {
    const entity = { customer_name: `${owner.realname}的公海 ${randomUUID().slice(0, 8)}` };
    const { customerId: pooled = 0 } = await saved(call('CrmCustomer/addOrUpdate', { entity, field: [] }));
    await sql`update customer set owner_user_id = null where customer_id = ${pooled}`.execute(company.db);
    return { pooled };
  },
  import: async ({ company, owner, upload }) => {
    const { fileId } = await upload();
    const { rows } = await sql<{ id: number }>`
      insert into import_task (type_code, user_id, file_id, file_name, mapping, header_row, repeat_handling, owner_user_id, row_limit)
      values (2, ${owner.userId}, ${fileId}, '客户.csv', '{"0":"customer_name"}', 1, 2, ${owner.userId}, 10000)
      returning import_id as id`.execute(company.db);
    return { import: rows[0]?.id ?? 0 };
  },
  operation: async ({ company: { db }, owner }, { records }) => {
    const { operation_id: operation } = await db
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
      where customer_id = ${records.crm_customer}`.execute(db);
    return { operation };
  },
  scene: async ({ company: { db }, owner }) => {
    // a person keeps so many only
    await sql`delete from scene where user_id = ${owner.userId} and kind is null and scene_id not in (
      select scene_id from scene where user_id = ${owner.userId} order by scene_id desc limit 20)`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into scene (type_code, user_id, name) values (2, ${owner.userId}, ${randomUUID().slice(0, 8)})
      returning scene_id as id`.execute(db);
    return { scene: rows[0]?.id ?? 0 };
  },
  login: async ({ company: { db }, owner: { userId } }) => {
    const { loginId, refreshToken, accessToken } = await startLogin(db, {
      userId,
      client: 1,
      userAgent: 'other browser',
      address: '127.0.0.1',
    });
    return { login: loginId, refreshToken, token: accessToken };
  },
};

const saved = async (answer: Promise<Record<string, unknown>>) => (await answer)['data'] as Record<string, number>;

/** The parts that things are made of: those above, and a record of each further type. */
export const partsOf = (): readonly string[] => [
  ...Object.keys(makings),
  ...recordModules().flatMap(({ type }) => (type === customerType ? [] : [type.name])),
];

/** Which part a thing comes from; `record` is the type of one among the records. */
export function partOf(key: string, record?: string): string {
  if (record !== undefined) return record === customerType.name ? 'customer' : record;
  if (['customerName', 'batch', 'file', 'link', 'followUp'].includes(key)) return 'customer';
  if (key.startsWith('loose')) return 'loose';
  return ['refreshToken', 'token'].includes(key) ? 'login' : key;
}

/** What goes when the customer goes. */
export const partsOfCustomer = (): string[] =>
  partsOf().filter((part) => !['loose', 'pooled', 'import', 'scene', 'login'].includes(part));

/** Makes some of the things anew, beside those that are there; all of them without a list. */
export async function makeThings(
  company: Company,
  owner: Person,
  parts: readonly string[] = partsOf(),
  former: Partial<Things> = {},
): Promise<Things> {
  const send = async (path: string, body: Record<string, unknown>, file?: { name: string; content: Buffer }) => {
    const answer = await company.call(path, body, { as: owner, ...(file ? { file } : {}) });
    if (answer.code !== 0) throw new Error(`${path} of ${owner.realname}: ${answer.code} ${answer.msg}`);
    return answer.body;
  };
  const maker: Maker = {
    company,
    owner,
    call: (path, body) => send(path, body),
    upload: () => send('file/upload', {}, { name: '附件.txt', content: Buffer.from('text') }),
  };
  let things = { records: {}, ...former, owner } as Things;
  // the customer, which others hang on, is the first
  for (const part of partsOf().filter((one) => parts.includes(one))) {
    const made = await (makings[part] ?? recordOf(part))(maker, things);
    things = { ...things, ...made, records: { ...things.records, ...made.records } };
  }
  return things;
}

const recordOf =
  (name: string): Making =>
  async ({ call }, { records, customerName }) => {
    const type = recordModules().find((one) => one.type.name === name)?.type;
    if (!type) throw new Error(`no type ${name}`);
    const entity = fill(type, `${customerName} ${randomUUID().slice(0, 8)}`, records.crm_customer);
    const { [type.idKey]: id = 0 } = await saved(call(`${type.family}/addOrUpdate`, { entity, field: [] }));
    return { records: { [name]: id } };
  };
