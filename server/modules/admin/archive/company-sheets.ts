import { sql, type RawBuilder } from 'kysely';
import { batchesOf } from '#server/platform/database/batches.ts';
import { settingKind, settingKinds, type SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { readFields, labelOf } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import { titlesOf } from './record-titles.ts';
import type { ArchiveWriting } from './writing.ts';

type Kind = WorkbookColumn['kind'];
type Columns = readonly (readonly [title: MessageKey, kind: Kind])[];

/** A sheet of rows of a query, each as the columns have it. */
interface QuerySheet<R> {
  readonly name: MessageKey;
  readonly columns: Columns;
  readonly query: RawBuilder<R>;
  readonly cells: (
    rows: readonly R[],
    writing: ArchiveWriting,
  ) => readonly (readonly WorkbookValue[])[] | Promise<readonly (readonly WorkbookValue[])[]>;
}

const sheetOf = <R>(sheet: QuerySheet<R>): QuerySheet<R> => sheet;

const staff = sheetOf<{
  userId: number;
  texts: string[];
  sex: 0 | 1 | 2;
  status: number;
  created: string;
  lastLogin: string | null;
}>({
  name: 'archive.sheet.staff',
  columns: [
    ['archive.column.id', 'number'],
    ['staff_sheet.column.realname', 'text'],
    ['archive.column.account', 'text'],
    ['archive.column.mobile', 'text'],
    ['staff_sheet.column.email', 'text'],
    ['staff_sheet.column.num', 'text'],
    ['staff_sheet.column.post', 'text'],
    ['staff_sheet.column.dept', 'text'],
    ['staff_sheet.column.superior', 'text'],
    ['staff_sheet.column.roles', 'text'],
    ['staff_sheet.column.sex', 'text'],
    ['archive.column.status', 'text'],
    ['archive.column.created', 'datetime'],
    ['archive.column.last_login', 'datetime'],
  ],
  query: sql`
    select u.user_id as "userId", array[u.realname, u.username, u.mobile, u.email, u.num, u.post, coalesce(d.name, ''),
      coalesce(s.realname, ''), coalesce((select string_agg(r.role_name, ', ' order by r.role_id) from user_role ur
        join role r on r.role_id = ur.role_id where ur.user_id = u.user_id), '')] as texts,
      u.sex, u.status, u.create_time as created, u.last_login_time as "lastLogin"
    from app_user u left join department d on d.dept_id = u.dept_id left join app_user s on s.user_id = u.parent_id
    order by u.user_id`,
  cells: (rows, { text }) =>
    rows.map(({ userId, texts, sex, status, created, lastLogin }) => [
      userId,
      ...texts,
      sex === 0 ? '' : text(`person.sex_${sex}`),
      text(status === 0 ? 'archive.status.off' : status === 1 ? 'archive.status.on' : 'archive.status.new'),
      created,
      lastLogin,
    ]),
});

const departments = sheetOf<{ id: number; name: string; parentId: number; parent: string; remark: string }>({
  name: 'archive.sheet.departments',
  columns: [
    ['archive.column.id', 'number'],
    ['archive.column.name', 'text'],
    ['archive.column.parent_id', 'number'],
    ['archive.column.parent', 'text'],
    ['archive.column.remark', 'text'],
  ],
  query: sql`
    select d.dept_id as id, d.name, d.pid as "parentId", coalesce(p.name, '') as parent, d.remark from department d
    left join department p on p.dept_id = d.pid order by d.dept_id`,
  cells: (rows) => rows.map(({ id, name, parentId, parent, remark }) => [id, name, parentId, parent, remark]),
});

const followUps = sheetOf<{
  id: number;
  typeCode: number;
  recordId: number;
  userId: number;
  content: string;
  category: string;
  created: string;
  next: string | null;
}>({
  name: 'archive.sheet.follow_ups',
  columns: [
    ['archive.column.id', 'number'],
    ['archive.column.type', 'text'],
    ['archive.column.record_id', 'number'],
    ['archive.column.record', 'text'],
    ['archive.column.category', 'text'],
    ['archive.column.content', 'text'],
    ['archive.column.next', 'datetime'],
    ['archive.column.person', 'text'],
    ['archive.column.created', 'datetime'],
  ],
  query: sql`
    select record_id as id, type_code as "typeCode", types_id as "recordId", create_user_id as "userId", content, category,
      create_time as created, next_time as next
    from follow_up where deleted_at is null order by record_id`,
  cells: async (rows, writing) => {
    const title = await titlesOf(writing.db, rows);
    return rows.map((row) => [
      row.id,
      typeName(writing, row.typeCode),
      row.recordId,
      title(row),
      row.category,
      withEmojiSigns(row.content),
      row.next,
      writing.names.user(row.userId),
      row.created,
    ]);
  },
});

const teams = sheetOf<{ typeCode: number; recordId: number; userId: number; power: number }>({
  name: 'archive.sheet.teams',
  columns: [
    ['archive.column.type', 'text'],
    ['archive.column.record_id', 'number'],
    ['archive.column.record', 'text'],
    ['archive.column.person', 'text'],
    ['archive.column.power', 'text'],
  ],
  query: sql`
    select type_code as "typeCode", record_id as "recordId", user_id as "userId", power from record_team
    order by type_code, record_id, user_id`,
  cells: async (rows, writing) => {
    const title = await titlesOf(writing.db, rows);
    return rows.map((row) => [
      typeName(writing, row.typeCode),
      row.recordId,
      title(row),
      writing.names.user(row.userId),
      writing.text(row.power >= 2 ? 'archive.power.write' : 'archive.power.read'),
    ]);
  },
});

const audit = sheetOf<{ userId: number | null; created: string; texts: string[] }>({
  name: 'archive.sheet.audit',
  columns: [
    ['audit.column.time', 'datetime'],
    ['audit.column.person', 'text'],
    ['audit.column.act', 'text'],
    ['audit.column.object', 'text'],
    ['audit.column.result', 'text'],
    ['audit.column.reason', 'text'],
    ['audit.column.address', 'text'],
    ['audit.column.device', 'text'],
  ],
  query: sql`
    select user_id as "userId", created_at as created, array[what, subject, result, reason, address, device] as texts
    from audit order by audit_id`,
  cells: (rows, { names }) =>
    rows.map(({ userId, created, texts }) => [created, userId === null ? '' : names.user(userId), ...texts]),
});

const operations = sheetOf<{ userId: number; created: string; kind: string; object: string; rest: string[] }>({
  name: 'archive.sheet.operations',
  columns: [
    ['audit.column.time', 'datetime'],
    ['audit.column.person', 'text'],
    ['audit.column.kind', 'text'],
    ['audit.column.object', 'text'],
    ['archive.column.record_id', 'text'],
    ['archive.column.records', 'text'],
    ['audit.column.result', 'text'],
    ['audit.column.address', 'text'],
    ['archive.column.call', 'text'],
  ],
  query: sql`
    select user_id as "userId", created_at as created, kind, object,
      array[coalesce(record_id::text, ''), records::text, result, address, call] as rest
    from operation_log order by operation_log_id`,
  cells: (rows, { names, text }) =>
    rows.map(({ userId, created, kind, object, rest }) => [
      created,
      names.user(userId),
      text(`audit.kind.${kind}` as MessageKey),
      text(`audit.object.${object}` as MessageKey),
      ...rest,
    ]),
});

/** What belongs to no type of records: people, rights, settings, follow-ups and logs. */
export async function writeCompany(writing: ArchiveWriting): Promise<void> {
  await writeQuery(writing, staff);
  await writeQuery(writing, departments);
  await writeRoles(writing);
  await writeSettings(writing);
  await writeFields(writing);
  await writeQuery(writing, followUps);
  await writeQuery(writing, teams);
  await writeQuery(writing, audit);
  await writeQuery(writing, operations);
}

const nameOf = ({ text }: ArchiveWriting, sheet: MessageKey): string =>
  `${text('archive.folder.company')}/${text(sheet)}`;

const headed = ({ text }: ArchiveWriting, columns: Columns): WorkbookColumn[] =>
  columns.map(([title, kind]) => ({ header: text(title), kind }));

async function writeQuery<R>(writing: ArchiveWriting, { name, columns, query, cells }: QuerySheet<R>): Promise<void> {
  await writing.sheet(nameOf(writing, name), headed(writing, columns), async (put) => {
    for await (const rows of batchesOf(writing.db, query)) {
      for (const row of await cells(rows, writing)) await put(row);
      await writing.step(rows.length);
    }
  });
}

const typeName = ({ text }: ArchiveWriting, typeCode: number): string => {
  const found = recordModules().find(({ type }) => type.code === typeCode);
  return found ? text(found.type.name as MessageKey) : String(typeCode);
};

const lineColumns: Columns = [
  ['archive.column.setting', 'text'],
  ['archive.column.name', 'text'],
  ['archive.column.item', 'text'],
  ['archive.column.value', 'text'],
];

/** A role with what it may do, as the history of its changes says it. */
async function writeRoles(writing: ArchiveWriting): Promise<void> {
  const kind = settingKind('role');
  if (!kind) throw new Error('no kind of settings is about roles');
  const { rows } = await sql<{ id: number }>`select role_id as id from role order by role_id`.execute(writing.db);
  await writing.sheet(nameOf(writing, 'archive.sheet.roles'), headed(writing, lineColumns), async (put) => {
    for (const { id } of rows) for (const line of await linesOf(writing, kind, String(id))) await put(line);
  });
}

/** Settings that are no rows of a table: those are among the further data. */
async function writeSettings(writing: ArchiveWriting): Promise<void> {
  await writing.sheet(nameOf(writing, 'archive.sheet.settings'), headed(writing, lineColumns), async (put) => {
    for (const kind of settingKinds())
      for (const item of kind.items ?? []) for (const line of await linesOf(writing, kind, item)) await put(line);
  });
}

async function linesOf({ db, actor, text }: ArchiveWriting, kind: SettingKind, item: string): Promise<string[][]> {
  const value = await kind.read(db, item);
  if (value === null) return [];
  const name = (await kind.nameOf?.(db, item, actor.language)) ?? '';
  const lines = await kind.linesOf(db, value, actor.language);
  return [...lines].map(([label, shown]) => [text(kind.title), name, label, shown]);
}

/** The fields of every type, custom ones and those of lines too. */
async function writeFields(writing: ArchiveWriting): Promise<void> {
  const { db, actor, text } = writing;
  const columns: Columns = [
    ['archive.column.type', 'text'],
    ['archive.column.name', 'text'],
    ['archive.column.form_type', 'text'],
    ['archive.column.required', 'text'],
    ['archive.column.options', 'text'],
  ];
  await writing.sheet(nameOf(writing, 'archive.sheet.fields'), headed(writing, columns), async (put) => {
    for (const { type } of recordModules())
      for (const own of [type, lineTypeOf(type)]) {
        if (!own) continue;
        const noun = text(type.name as MessageKey) + (own === type ? '' : ` · ${text('lines.name')}`);
        for (const field of (await readFields(db, own.code)).all) {
          const required = text(field.required ? 'archive.yes' : 'archive.no');
          await put([noun, labelOf(own, field, actor.language), field.formType, required, field.options.join(' / ')]);
        }
      }
  });
}
