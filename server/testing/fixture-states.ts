import { sql } from 'kysely';
import type { TransitionRulesOf } from '#server/record/states/transition-rules.ts';
import type { TestType } from '#server/testing/company.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Words that the product does not have: they read as their keys. */
const word = (key: string) => `fixture.${key}` as MessageKey;
const question = { one: word('ask_one'), many: word('ask_many') };

/** What a process decides: the five standard states behind a draft, in the order in which a document sees them. */
const approval = {
  column: 'check_status',
  fieldName: 'check_status',
  formType: 'checkStatus',
  driver: 'approval',
  values: [
    { value: 5, label: 'approval.draft', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 3, label: 'approval.submitted', kind: 'waiting', colour: 'primary', locks: 'all', scene: 'checking' },
    {
      value: 1,
      label: 'approval.approved',
      kind: 'done',
      colour: 'success',
      locks: { except: ['remark'] },
      scene: 'approved',
    },
    { value: 2, label: 'approval.rejected', kind: 'open', colour: 'danger' },
    { value: 4, label: 'approval.withdrawn', kind: 'open', colour: 'neutral' },
    { value: 6, label: 'approval.discarded', kind: 'dead', colour: 'neutral', locks: 'all' },
  ],
  transitions: {
    submit: { label: 'approval.submit', from: [5, 2, 4], to: 3, action: 'update', question },
    approve: { label: 'approval.approve', from: [3], to: 1, action: 'read', question },
    reject: {
      label: 'approval.reject',
      from: [3],
      to: 2,
      action: 'read',
      question,
      reason: { options: [], isRequired: true },
    },
    withdraw: { label: 'approval.withdraw', from: [3], to: 4, action: 'update', question },
    discard: { label: 'approval.discard', from: [1], to: 6, action: 'discard', question },
  },
} as const satisfies StateColumn;

/** What people decide, independent of the approval: with a guard, an effect, a reason, and what cannot be taken back. */
const issue = {
  column: 'issue_status',
  fieldName: 'issue_status',
  values: [
    { value: 0, label: word('not_issued'), kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: word('issued'), kind: 'done', colour: 'success', locks: ['price', 'phone'], scene: 'issued' },
    { value: 2, label: word('void'), kind: 'dead', colour: 'danger', locks: ['kind', 'stage_id'] },
  ],
  transitions: {
    issue: { label: word('issue'), from: [0], to: 1, action: 'update', question },
    void: {
      label: word('make_void'),
      from: [1],
      to: 2,
      action: 'discard',
      question,
      isUndoable: false,
      isDangerous: true,
      reason: { options: [{ value: 'wrong', label: word('wrong') }], isRequired: true },
    },
    reopen: { label: word('reopen'), from: 'any', to: 0, action: 'transfer', question },
  },
} as const satisfies StateColumn;

/** Rows of a table, of the group that the field `pipeline` chooses. */
const stage = {
  column: 'stage_id',
  fieldName: 'stage_name',
  path: 'changeStage',
  values: {
    table: 'fixture_stage',
    idColumn: 'stage_id',
    nameColumn: 'name',
    placeColumn: 'place',
    kindColumn: 'kind',
    groupColumn: 'pipeline',
    groupField: 'pipeline',
  },
  transitions: { enter: { label: word('enter'), from: 'any', to: 'chosen', action: 'update', question } },
} as const satisfies StateColumn;

/** The stages of each group, by id. */
const fixtureStages = {
  新签: { 1: '接洽', 2: '报价', 3: '成交' },
  续约: { 4: '提醒', 5: '续签' },
} as const;

export const statesType = {
  code: 93,
  name: 'crm_fixture_states' as RecordType['name'],
  family: 'CrmFixtureStates',
  area: 'crm',
  module: 'contract',
  table: 'fixture_states',
  idColumn: 'fixture_id',
  idKey: 'fixtureId',
  idsKey: 'fixtureIds',
  titleField: 'title',
  fields: [
    { fieldName: 'title', formType: 'text', required: true },
    { fieldName: 'pipeline', formType: 'select', options: Object.keys(fixtureStages) },
    { fieldName: 'price', formType: 'floatnumber' },
    { fieldName: 'kind', formType: 'select', options: ['甲', '乙', '丙'] },
    { fieldName: 'phone', formType: 'mobile' },
    { fieldName: 'area_code', formType: 'select', options: ['+86', '+852'], operating: 3, companionOf: 'phone' },
    { fieldName: 'papers', formType: 'file' },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [],
  searchFields: ['title'],
  systemColumns: [],
  states: [approval, issue, stage],
  rowColumns: [],
  fileName: 'fixture_states',
} as const satisfies RecordType;

/** A remark that keeps a record from being issued, and one with which the effect fails half way. */
export const unready = '未备齐';
export const failing = '中途出错';

const transitions: TransitionRulesOf = {
  issue_status: {
    issue: {
      guard: async (_db, _actor, rows) =>
        new Map(
          rows
            .filter(({ row }) => row['remark'] === unready)
            .map(({ id, title }) => [id, new AppError('field.required', { name: `${title}的资料` })]),
        ),
      set: () => ({ issue_time: sql`now()` }),
      effect: async (db, actor, rows, { to, operationId }) => {
        for (const { id, row } of rows) {
          await sql`
            insert into fixture_issue (record_id, user_id, status, operation_id)
            values (${id}, ${actor.userId}, ${to}, ${operationId})`.execute(db);
          if (row['remark'] === failing) throw new AppError('server.failed', { id: String(id) });
        }
      },
    },
    reopen: { set: () => ({ issue_time: sql`null::timestamptz` }) },
  },
};

export const fixtureStates: TestType = {
  type: statesType,
  rules: { transitions },
  migration: `
    create table fixture_stage (
      stage_id bigint generated by default as identity primary key,
      pipeline text not null, name text not null, place int not null,
      kind text not null check (kind in ('open', 'waiting', 'done', 'dead'))
    );
    insert into fixture_stage (stage_id, pipeline, name, place, kind) values
      (1, '新签', '接洽', 1, 'open'), (2, '新签', '报价', 2, 'open'), (3, '新签', '成交', 3, 'done'),
      (4, '续约', '提醒', 1, 'waiting'), (5, '续约', '续签', 2, 'done');
    create table fixture_states (
      fixture_id bigint generated by default as identity primary key,
      title text not null, pipeline text, price numeric, kind text, phone text, area_code text, papers text, remark text,
      check_status smallint not null default 5 check (check_status in (1, 2, 3, 4, 5, 6)),
      issue_status smallint not null default 0 check (issue_status in (0, 1, 2)),
      issue_time timestamptz,
      stage_id bigint
    );
    create table fixture_issue (
      issue_id bigint generated by default as identity primary key,
      record_id bigint not null, user_id int not null, status int not null, operation_id bigint
    );
    select make_record_table('fixture_states', 93, 'fixture_id', 'title', '{title}');
    select make_stage_column('fixture_states', 'stage_id', 'pipeline', 'fixture_stage', 'stage_id', 'pipeline', 'place')`,
};
