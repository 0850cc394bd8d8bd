import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import '#server/record/actions/tables.ts';
import { furtherThings } from '#server/modules/testing.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { recordModules } from '#server/record/registry.ts';
import { fill, idAmong, oneLine } from '#server/testing/new-entity.ts';
import type { Company, Person } from '#server/testing/company.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { directorySubjects, type Subject } from '#shared/wire/endpoint.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';

/** One thing of every subject that is not open to all, made by one person. */
export interface Things {
  readonly owner: Person;
  /** What the others are about: a record of this type. */
  readonly type: RecordType;
  readonly record: number;
  /** A record of every registered type, that one too, and what sheets name them by. */
  readonly records: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
  /** The record's own batch with a file in it, made with the record, which has been followed up. */
  readonly batch: string;
  readonly file: number;
  readonly link: string;
  /** A batch that hangs on nothing yet. */
  readonly looseBatch: string;
  readonly looseFile: number;
  readonly looseLink: string;
  readonly followUp: number;
  readonly import: number;
  /** An act on the record that can be taken back. */
  readonly operation: number;
  readonly scene: number;
  /** A request for rights that waits. */
  readonly rightsRequest: number;
  /** The approval of the record, which its owner has withdrawn. */
  readonly approval: number;
  /** A message to its owner. */
  readonly message: number;
  /** Another login of the same person. */
  readonly login: number;
  readonly refreshToken: string;
  readonly token: string;
}

/** What a call gives of them at once; records by the name of their type. */
type Made = Partial<Things>;
type Making = (maker: Maker, made: Things) => Promise<Made>;

/** Where things are made, and the type that they are about. */
interface Place {
  readonly company: Company;
  readonly type: RecordType;
}

type Call = (path: string, body: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface Maker extends Place {
  readonly owner: Person;
  readonly call: Call;
  readonly callAs: (person: Person) => Call;
  readonly upload: () => Promise<Record<string, unknown>>;
}

/** Subjects whose ids open nothing to those who merely know them. */
type Held = Exclude<Subject, (typeof directorySubjects)[number]>;
export const isHeld = (subject: Subject): subject is Held =>
  !(directorySubjects as readonly Subject[]).includes(subject) && !isCommon(subject);

/** Whether records of a type are the whole company's. */
const isCommon = (subject: Subject): boolean =>
  recordModules().some(({ type }) => type.name === subject && type.isCommon === true);

/** Who makes records of a type for somebody: those of the whole company are set up by few. */
export const makerOf = ({ people }: Company, type: RecordType, owner: Person): Person =>
  type.isCommon ? people.admin : owner;

/** Where the ids of subjects that are no records lie; a file and a batch come attached and loose. */
const idsBySubject: Readonly<Record<string, (things: Things) => readonly (number | string)[]>> = {
  record: ({ record }) => [record],
  file: ({ file, looseFile }) => [file, looseFile],
  batch: ({ batch, looseBatch }) => [batch, looseBatch],
  follow_up: ({ followUp }) => [followUp],
  import: (things) => [things.import],
  operation: ({ operation }) => [operation],
  scene: ({ scene }) => [scene],
  rights_request: ({ rightsRequest }) => [rightsRequest],
  login: ({ login }) => [login],
  approval: ({ approval }) => [approval],
  message: ({ message }) => [message],
};

/** The ids of a subject among somebody's things. */
export const idsOf = (subject: Held, things: Things): readonly (number | string)[] =>
  idsBySubject[subject]?.(things) ?? [things.records[subject] ?? 0];

export const absentId = (subject: Held): number | string => (subject === 'batch' ? randomUUID() : 99_999_999);

/** Things that one step makes, by the name of a part; an action is one on the record. */
const makings: Readonly<Record<string, Making>> = {
  loose: async ({ upload }) => {
    const { batchId, fileId, url } = await upload();
    return { looseBatch: String(batchId), looseFile: Number(fileId), looseLink: String(url) };
  },
  import: async ({ company, owner, upload, type }) => {
    const { fileId } = await upload();
    const { rows } = await sql<{ id: number }>`
      insert into import_task (type_code, user_id, file_id, file_name, mapping, header_row, repeat_handling, owner_user_id, row_limit)
      values (${type.code}, ${owner.userId}, ${fileId}, '导入.csv', ${JSON.stringify({ 0: type.titleField })}::jsonb, 1, 2,
        ${owner.userId}, 10000)
      returning import_id as id`.execute(company.db);
    return { import: rows[0]?.id ?? 0 };
  },
  operation: async ({ company: { db }, owner, type }, { record }) => {
    const { operation_id: operation } = await db
      .insertInto('operation')
      .values({
        type_code: type.code,
        verb: 'transferred',
        access: `${type.area}:${type.module}:update`,
        user_id: owner.userId,
        row_total: 1,
        details: {},
        undone_time: null,
        undone_by: null,
      })
      .returning('operation_id')
      .executeTakeFirstOrThrow();
    const id = sql.ref(type.idColumn);
    await sql`
      insert into operation_row (operation_id, record_id, before, version_after)
      select ${operation}, ${id}, jsonb_build_object('owner_user_id', owner_user_id), version from ${sql.table(type.table)}
      where ${id} = ${record}`.execute(db);
    return { operation };
  },
  scene: async ({ company: { db }, owner, type }) => {
    // a person keeps so many only
    await sql`delete from scene where user_id = ${owner.userId} and kind is null and scene_id not in (
      select scene_id from scene where user_id = ${owner.userId} order by scene_id desc limit 20)`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into scene (type_code, user_id, name) values (${type.code}, ${owner.userId}, ${randomUUID().slice(0, 8)})
      returning scene_id as id`.execute(db);
    return { scene: rows[0]?.id ?? 0 };
  },
  rightsRequest: async ({ company: { db }, owner }) => {
    const gains = { isAdmin: true, permissions: [], owners: {}, scopes: {}, fields: [], labelled: [] };
    const { rows } = await sql<{ id: number }>`
      insert into rights_request (asked_by, permission, changes, gains, digest)
      values (${owner.userId}, 'manage:users:userUpdate', '[]', ${JSON.stringify(gains)}, ${Buffer.from(randomUUID())})
      returning request_id as id`.execute(db);
    return { rightsRequest: rows[0]?.id ?? 0 };
  },
  approval: async ({ company: { db }, owner, type }, { record }) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into approval (type_code, record_id, category_type, round, status) values (${type.code}, ${record}, 99, 1, 4)
        on conflict (type_code, record_id) do update set status = 4 returning approval_id
      ), round as (
        insert into approval_round (approval_id, round, author_id, is_chosen, status, record_version)
        select approval_id, 1, ${owner.userId}, false, 4, 1 from made on conflict do nothing
      )
      select approval_id as id from made`.execute(db);
    return { approval: rows[0]?.id ?? 0 };
  },
  message: async ({ company: { db }, owner, type }, { record }) => {
    const { rows } = await sql<{ id: number }>`
      insert into message (user_id, type, label, type_code, record_id, details, event_key)
      values (${owner.userId}, 120, 6, ${type.code}, ${record}, '{"remarks": "请看"}', ${randomUUID()})
      returning message_id as id`.execute(db);
    return { message: rows[0]?.id ?? 0 };
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

/** Things of modules that are no records: they stand among these, by their subjects. */
const furtherMakings: Readonly<Record<string, Making>> = Object.fromEntries(
  Object.entries(furtherThings).map(([subject, make]) => [
    subject,
    async ({ company, owner }, { records }) => ({
      records: { ...records, [subject]: await make(company.db, owner.userId, records) },
    }),
  ]),
);

/** A record, filled by its declaration. */
const recordOf =
  (type: RecordType): Making =>
  async ({ owner, callAs, company }, { records, names }) => {
    const name = `${owner.realname}的公司 ${randomUUID().slice(0, 8)}`;
    const call = callAs(makerOf(company, type, owner));
    const id = await newRecord(call, type, fill(type, name, idAmong(records)), oneLine(type, idAmong(records)));
    return { records: { ...records, [type.name]: id }, names: { ...names, [type.name]: name } };
  };

/** The record that the other things are about: with a file of its own, and followed up. */
const mainRecord: Making = async (maker, things) => {
  const { type, call, upload } = maker;
  const { batchId, fileId, url } = await upload();
  const made = await recordOf(type)(
    {
      ...maker,
      callAs: () => (path, body) => call(path, { ...body, entity: { ...(body['entity'] as object), batchId } }),
    },
    things,
  );
  const record = made.records?.[type.name] ?? 0;
  const followUp = { typesId: record, content: '已联系', category: '打电话' };
  const { data } = await call(callPath(type, 'followUp'), followUp);
  return {
    ...made,
    record,
    followUp: (data as { recordId: number }).recordId,
    batch: String(batchId),
    file: Number(fileId),
    link: String(url),
  };
};

async function newRecord(
  call: Maker['call'],
  type: RecordType,
  entity: Record<string, unknown>,
  line: ReturnType<typeof oneLine>,
): Promise<number> {
  const { data } = await call(callPath(type, 'save'), { entity, field: [], ...line });
  return (data as Record<string, number>)[type.idKey] ?? 0;
}

const typeOf = (code: number): RecordType | undefined => recordModules().find(({ type }) => type.code === code)?.type;

/** The types that records of a type have to point to, their lines included. */
const targetsOf = (type: RecordType): RecordType[] =>
  [...type.fields, ...(type.lines?.fields ?? [])].flatMap(({ required, relation }: FixedField) =>
    required && relation ? (typeOf(relation.to) ?? []) : [],
  );

const mainPart = 'record';
const partOfType = ({ type }: Pick<Place, 'type'>, one: RecordType): string =>
  one.name === type.name ? mainPart : one.name;

/** Every type behind those that its records have to point to. */
function typesInOrder(): readonly RecordType[] {
  const sorted = new Set<RecordType>();
  const add = (type: RecordType) => {
    for (const target of targetsOf(type)) if (target !== type) add(target);
    sorted.add(type);
  };
  for (const { type } of recordModules()) add(type);
  return [...sorted];
}

/** The parts that things are made of, in the order in which they are made. */
export const partsOf = (table: Pick<Place, 'type'>): readonly string[] => [
  ...recordPartsOf(table),
  ...Object.keys(makings),
  ...Object.keys(furtherMakings),
];

/** Those that are records. */
export const recordPartsOf = (table: Pick<Place, 'type'>): readonly string[] =>
  typesInOrder().map((type) => partOfType(table, type));

/** Which part a thing comes from; `record` is the type of one among the records. */
export function partOf({ type }: Pick<Place, 'type'>, key: string, record?: string): string {
  if (record !== undefined) return record === type.name ? mainPart : record;
  if (['batch', 'file', 'link', 'followUp'].includes(key)) return mainPart;
  if (key.startsWith('loose')) return 'loose';
  return ['refreshToken', 'token'].includes(key) ? 'login' : key;
}

/** What goes when one of these parts goes: with the record all that is about it. */
export const goesWith = (table: Pick<Place, 'type'>, parts: ReadonlySet<string>): readonly string[] => [
  ...parts,
  ...(parts.has(mainPart)
    ? partsOf(table).filter((part) => !['loose', 'import', 'scene', 'rightsRequest', 'login'].includes(part))
    : []),
];

/** Makes some of the things anew, beside those that are there; all of them without a list. */
export async function makeThings(
  table: Place,
  owner: Person,
  parts: readonly string[] = partsOf(table),
  former: Partial<Things> = {},
): Promise<Things> {
  const { company, type } = table;
  type File = { readonly name: string; readonly content: Buffer };
  const send = async (path: string, body: Record<string, unknown>, as = owner, file?: File) => {
    const answer = await company.call(path, body, { as, ...(file ? { file } : {}) });
    if (answer.code !== 0) throw new Error(`${path} of ${as.realname}: ${answer.code} ${answer.msg}`);
    return answer.body;
  };
  const maker: Maker = {
    company,
    type,
    owner,
    call: (path, body) => send(path, body),
    callAs: (person) => (path, body) => send(path, body, person),
    upload: () => send('file/upload', {}, owner, { name: '附件.txt', content: Buffer.from('text') }),
  };
  const steps = new Map<string, Making>([
    ...typesInOrder().map((one): [string, Making] => [one.name, recordOf(one)]),
    [mainPart, mainRecord],
    ...Object.entries(makings),
    ...Object.entries(furtherMakings),
  ]);
  let things = { records: {}, names: {}, ...former, owner, type } as Things;
  for (const part of partsOf(table).filter((one) => parts.includes(one)))
    things = { ...things, ...(await steps.get(part)?.(maker, things)) };
  return things;
}
