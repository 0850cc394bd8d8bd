import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';

/** Actions on duplicate customers. */
export function openMerges(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'manager') =>
    theCompany().call(path, body, { as: theCompany().people[as] });
  const ok = (answer: Answer): Answer => {
    expect([answer.code, answer.msg]).toEqual([0, '']);
    return answer;
  };
  const save = async (entity: Record<string, unknown>, as: PersonName = 'seller', field: unknown[] = []) =>
    (ok(await ask('CrmCustomer/addOrUpdate', { entity, field }, as)).data as { customerId: number }).customerId;
  const read = async (customerId: number, as: PersonName = 'admin') =>
    ok(await ask('CrmCustomer/queryById', { customerId }, as)).data as Record<string, unknown>;
  const isThere = async (customerId: number, as: PersonName = 'admin') =>
    isReadable(await ask('CrmCustomer/queryById', { customerId }, as));
  const members = async (customerId: number) =>
    ((await ask('CrmCustomer/getMembers', { customerId }, 'admin')).data as { id: number; powerType: number }[]).map(
      ({ id, powerType }) => [id, powerType],
    );
  const followUp = async (typesId: number, content: string, as: PersonName = 'seller') => {
    const file = { name: '附件.txt', content: Buffer.from(content) };
    const upload = await theCompany().call('file/upload', {}, { as: theCompany().people[as], file });
    const { batchId } = upload.body;
    ok(await ask('CrmCustomer/addRecord', { typesId, content, category: '打电话', batchId }, as));
  };
  const contents = async (customerId: number) =>
    (
      ok(await ask('CrmCustomer/getRecord', { customerId }, 'admin')).data as {
        content: string;
        file: { url: string }[];
      }[]
    ).map((one) => [one.content, one.file.length]);
  const files = async (batchId: unknown, as: PersonName) =>
    ((await ask('file/queryByBatchId', { batchId }, as)).data as { name: string }[] | null)?.map((file) => file.name);
  const history = async (actionId: number) =>
    (
      ok(await ask('CrmRecord/queryRecordList', { actionId, types: 'crm_customer' }, 'admin')).data as {
        content: string[];
      }[]
    ).map((one) => one.content);
  const merge = (targetId: number, ids: readonly number[], more: Record<string, unknown> = {}, as?: PersonName) =>
    ask('CrmCustomer/mergeCustomer', { targetId, ids, ...more }, as);
  const undo = (answer: Answer, as: PersonName = 'manager') =>
    ask('operation/undo', { operationId: (answer.data as { operationId: number }).operationId }, as);
  const counted = async () => {
    const { rows } = await sql<{ ok: boolean }>`
      select not exists (
        select from (select coalesce(owner_user_id, 0) as owner, count(*) as n from customer where deleted_at is null group by 1) r
        full join (select * from record_count where type_code = 2 and total <> 0) c on c.owner_user_id = r.owner
        where c.total is distinct from r.n) as ok`.execute(theCompany().db);
    return rows[0]?.ok;
  };

  /** Two customers of the same company, with everything that can belong to them. */
  async function pair(name: string) {
    const { peer, hr, agent } = theCompany().people;
    const level = (value: string) => [{ fieldName: '客户级别', value }];
    const target = await save(
      { customer_name: `${name}有限公司`, mobile: '13911110000', remark: '旧备注' },
      'seller',
      level('B（普通客户）'),
    );
    const source = await save(
      { customer_name: `${name}（有限）公司`, mobile: '13911112222', website: 'https://source.example.com' },
      'peer',
      level('A（重点客户）'),
    );
    ok(await ask('CrmCustomer/addMembers', { ids: [target], memberIds: [hr.userId], power: 1 }));
    ok(await ask('CrmCustomer/addMembers', { ids: [source], memberIds: [hr.userId], power: 2 }));
    ok(await ask('CrmCustomer/addMembers', { ids: [source], memberIds: [agent.userId], power: 1 }));
    await followUp(target, '目标跟进');
    await followUp(source, '来源跟进', 'peer');
    const batch = (await read(source))['batchId'];
    ok(
      await theCompany().call(
        'file/upload',
        { batchId: String(batch) },
        { as: peer, file: { name: '来源.txt', content: Buffer.from('来源') } },
      ),
    );
    ok(await ask('CrmCustomer/setDealStatus', { ids: [source], dealStatus: 1 }));
    return { target, source, batch };
  }

  return { ask, ok, save, read, isThere, members, followUp, contents, files, history, merge, undo, counted, pair };
}
