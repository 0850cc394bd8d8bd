import type { Examples, Making, Table } from '#server/route-table/table.ts';
import { fresh } from '#server/route-table/example-parts.ts';

/** A number of flows that no type has. */
const categoryType = 99;
/** Of a flow beside the default one, which stays. */
const conditions = [{ fieldName: 'amount', condition: 'gt', value: 1 }];
const flow = () => ({ categoryType, examineType: 2, name: fresh('流程'), step: [], conditions });

async function newFlow({ company }: Table): Promise<number> {
  const answer = await company.call('examine/saveExamine', flow(), { as: company.people.admin });
  return Number(answer.body['examineId']);
}

/** Its approval was withdrawn: whoever decides comes too late. */
const tooLate =
  (body: Record<string, unknown>): Making =>
  (_table, { approval }) => ({ body: { recordId: approval, remarks: '意见', ...body }, code: 409 });

export const approvalExamples: Examples = {
  'examine/queryExaminStep': () => ({ body: { categoryType } }),
  'examine/saveExamine': () => ({ body: flow() }),
  'examine/queryExamineById': async (table) => ({ body: { examineId: await newFlow(table) } }),
  'examine/updateStatus': async (table) => ({ body: { examineId: await newFlow(table), status: 0 } }),
  'examine/setOrder': async (table) => ({ body: { examineIds: [await newFlow(table)] } }),
  'examine/copyExamine': async (table) => ({ body: { examineId: await newFlow(table), name: fresh('副本') } }),
  'examine/queryRehearsal': () => ({ body: flow() }),
  'examine/queryTrial': ({ company }) => ({
    body: { categoryType: 1, userId: company.people.seller.userId, facts: { amount: 1 } },
  }),
  'examine/queryCalendar': () => ({ body: { startDate: '2026-01-01', endDate: '2026-12-31' } }),
  'examine/setCalendar': () => ({ body: { days: [{ workDate: '2026-10-01', isWorking: 0, name: '国庆节' }] } }),
  'examine/saveStandIn': ({ company }, { owner }) => {
    const substitute = [company.people.peer, company.people.stranger].find(({ userId }) => userId !== owner.userId);
    return { body: { substituteId: substitute?.userId ?? 0, startTime: '2099-01-01', endTime: '2099-01-05' } };
  },
  'examine/deleteStandIn': async ({ company }, { owner }) => {
    const row = await company.call(
      'examine/saveStandIn',
      {
        substituteId:
          owner.userId === company.people.agent.userId ? company.people.hr.userId : company.people.agent.userId,
        startTime: '2099-02-01',
        endTime: '2099-02-05',
      },
      { as: owner },
    );
    return { body: { standInId: (row.data as { standInId: number }).standInId } };
  },
  'examineRecord/auditExamine': tooLate({ status: 4 }),
  'examineRecord/addSigners': tooLate({ userIds: '3', place: 'after' }),
  'examineRecord/transferExamine': tooLate({ userId: 3 }),
  'examineRecord/returnExamine': tooLate({ afterwards: 'restart' }),
  'examineRecord/queryByDocument': (_table, { type, record }) => ({ body: { label: type.code, id: record } }),
  // nobody was asked: to whoever has no task it looks as if it were not there
  'examineRecord/passDocuments': (_table, { type, record }) => ({
    body: { label: type.code, ids: [record] },
    code: 404,
  }),
  'examineRecord/passMany': (_table, { approval }) => ({ body: { recordIds: [approval] }, code: 409 }),
  'examineRecord/urge': (_table, { approval }) => ({ body: { recordId: approval }, code: 409 }),
  'examineRecord/comment': (_table, { approval }) => ({ body: { recordId: approval, remarks: '请补充附件' } }),
  'examineRecord/copyTo': (_table, { approval }) => ({ body: { recordId: approval, userIds: '3' } }),
};
