import { sql } from 'kysely';
import { expect } from 'vitest';
import { discard, saveAsDraft, submit, systemPass, withdraw, type Submission } from './submit.ts';
import { registerApprovals } from './subjects.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { approvedSubject, approvedType as type, fixtureApproved } from '#server/testing/fixtures/approved.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

registerRecordType(type, fixtureApproved.rules);
registerApprovals(approvedSubject);

type Body = Record<string, unknown>;
export type Who = PersonName;
/** A step by its type, with who is listed in it. */
type FlowSpec = readonly [stepType: number, listed?: readonly Who[], more?: Body];

/** A company whose managers and sellers have every right to a type that is approved. */
export async function openApprovals() {
  const company = await openCompany({ types: [fixtureApproved] });
  await grantToStaff(company, type);
  return approvalsOf(company);
}
export type Approvals = Awaited<ReturnType<typeof openApprovals>>;

function approvalsOf(company: Company) {
  const { people, db } = company;
  const id = (who: Who) => people[who].userId;
  const call = (path: string, body: Body, who: Who = 'admin', english = false): Promise<Answer> =>
    company.call(path, body, { as: people[who], ...(english ? { headers: { 'x-language': 'en' } } : {}) });
  const ask = async <T>(path: string, body: Body, who?: Who): Promise<T> => {
    const answer = await call(path, body, who);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as T;
  };
  const asActor = async <T>(who: Who, work: (db: Database, actor: Actor) => Promise<T>): Promise<T> =>
    inTransaction(db, async (trx) => work(trx, await company.services.gate.actorFor(trx, id(who))));
  /** The message of a refusal; '' for none. */
  const tried = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return '';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(errorCodes[error.code]).toBeGreaterThan(0);
      return translate('cn', error.code, error.params);
    }
  };
  const status = async (recordId: number): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select check_status as n from fixture_approved where fixture_id = ${recordId}`.execute(db);
    return rows[0]?.n ?? -1;
  };
  return {
    company,
    id,
    call,
    ask,
    asActor,
    tried,
    status,
    /** A flow with these steps, each `[type, people, more]`, in place of the default one. */
    flow: async (steps: readonly FlowSpec[], more: Body = {}): Promise<number> => {
      const step = steps.map(([stepType, listed = [], further = {}]) => ({
        stepType,
        checkUserId: listed.map(id),
        ...further,
      }));
      const { body } = await call('examine/saveExamine', {
        categoryType: 97,
        examineType: 1,
        name: '流程',
        step,
        ...more,
      });
      expect([body['code'], body['msg'] ?? '']).toEqual([0, '']);
      return Number(body['examineId']);
    },
    create: async (entity: Body = {}, who: Who = 'seller', product: readonly Body[] = []): Promise<number> => {
      const body = { entity: { title: '单据', ...entity }, field: [], product };
      return (await ask<Record<string, number>>(`${type.family}/addOrUpdate`, body, who))[type.idKey] ?? 0;
    },
    submit: async (recordId: number, who: Who = 'seller', submission: Submission = {}): Promise<number> =>
      (await asActor(who, (trx, actor) => submit(trx, actor, type, recordId, submission))).approvalId,
    draft: (recordId: number, who: Who = 'seller', submission: Submission = {}) =>
      asActor(who, (trx, actor) => saveAsDraft(trx, actor, type, recordId, submission)),
    withdraw: (recordId: number, who: Who) =>
      asActor(who, (trx, actor) => withdraw(trx, actor, type, recordId, '有误')),
    discard: (recordId: number, who: Who) => asActor(who, (trx, actor) => discard(trx, actor, type, recordId)),
    systemPass: (recordId: number, who: Who) =>
      asActor(who, (trx, actor) => systemPass(trx, actor, type, recordId, '期初数据')),
    /** The message of the answer; '' when it was done. */
    audit: async (approvalId: number, who: Who, decision: 1 | 2 | 4, more: Body = {}): Promise<string> =>
      (
        await call(
          'examineRecord/auditExamine',
          { recordId: approvalId, status: decision, remarks: '意见', ...more },
          who,
        )
      ).msg,
    /** Who is asked now, by name. */
    asked: async (approvalId: number): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`
        select u.realname as name from approval_task t join app_user u on u.user_id = t.user_id
        where t.approval_id = ${approvalId} and t.state = 'pending' order by t.round, t.place`.execute(db);
      return rows.map(({ name }) => name);
    },
    actions: async (approvalId: number): Promise<string[]> => {
      const { rows } = await sql<{ action: string }>`
        select action from approval_log where approval_id = ${approvalId} order by log_id`.execute(db);
      return rows.map(({ action }) => action);
    },
    effects: async (recordId: number): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from fixture_approved_effect where record_id = ${recordId}`.execute(db);
      return rows[0]?.n ?? 0;
    },
  };
}
