import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openMerges } from '#server/record/merge/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, ok, save, read, isThere, followUp, contents, merge, undo, pair } = openMerges(() => company);

describe('undoing a merge', () => {
  it('is refused when one of them has changed since, and then changes nothing', async () => {
    const { target, source } = await pair('改动后');
    const answer = ok(await merge(target, [source], { fields: { website: source } }));
    ok(await ask('CrmCustomer/addOrUpdate', { entity: { customerId: target, remark: '新备注' }, field: [] }, 'seller'));
    const refused = await undo(answer);
    expect([refused.code, refused.msg]).toEqual([409, '改动后有限公司之后有变化，该操作只能整体撤销，因此无法撤销']);
    expect(refused.body['detail']).toEqual({ kept: [{ id: target, title: '改动后有限公司' }] });
    expect(await isThere(source)).toBe(false);
    expect(await read(target)).toMatchObject({ remark: '新备注', website: 'https://source.example.com' });
    expect(await contents(target)).toHaveLength(2);
  });

  it('is refused when the name of the one has been taken, or the one has been destroyed', async () => {
    const { target, source } = await pair('名称被占');
    const answer = ok(await merge(target, [source]));
    await save({ customer_name: '名称被占（有限）公司' });
    expect((await undo(answer)).code).toBe(409);
    expect(await isThere(source)).toBe(false);
    const other = await save({ customer_name: '彻底删除' });
    const second = ok(await merge(target, [other]));
    await sql`delete from customer where customer_id = ${other}`.execute(company.db);
    expect((await undo(second)).msg).toContain(`#${other}`);
  });

  it('leaves a later follow-up with the survivor', async () => {
    const { target, source } = await pair('后来跟进');
    const answer = ok(await merge(target, [source]));
    await followUp(target, '合并后的跟进');
    ok(await undo(answer));
    expect([await contents(target), await contents(source)]).toEqual([
      [
        ['合并后的跟进', 1],
        ['目标跟进', 1],
      ],
      [['来源跟进', 1]],
    ]);
    expect(await read(target)).toMatchObject({ lastContent: '合并后的跟进' });
    expect(await read(source)).toMatchObject({ lastContent: '来源跟进' });
  });
});

describe('follow-ups of merged records', () => {
  it('that have been deleted since stay deleted when the merge is undone', async () => {
    const { target, source } = await pair('跟进已删');
    const answer = ok(await merge(target, [source]));
    const { record_id: recordId } = await company.db
      .selectFrom('follow_up')
      .select('record_id')
      .where('types_id', '=', target)
      .where('content', '=', '来源跟进')
      .executeTakeFirstOrThrow();
    ok(await ask('CrmRecord/deleteFollowRecord', { recordId }, 'peer'));
    ok(await undo(answer));
    expect([await contents(target), await contents(source)]).toEqual([[['目标跟进', 1]], []]);
    expect(await read(target)).toMatchObject({ lastContent: '目标跟进' });
    expect(await read(source)).toMatchObject({ lastContent: '', lastTime: '' });
  });

  it('mark the remaining lead as followed up, and the undo reverts that, unless somebody has followed it up since', async () => {
    const lead = async (name: string) =>
      (
        ok(await ask('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] }, 'seller')).data as {
          leadsId: number;
        }
      ).leadsId;
    const call = async (typesId: number) =>
      ok(await ask('CrmLeads/addRecord', { typesId, content: '已致电', category: '打电话' }, 'seller'));
    const state = async (leadsId: number) =>
      (ok(await ask('CrmLeads/queryById', { leadsId }, 'seller')).data as { followup: number }).followup;
    const [target, source] = [await lead('线索目标'), await lead('线索来源')];
    await call(source);
    const mergeLeads = async () => ok(await ask('CrmLeads/mergeLeads', { targetId: target, ids: [source] }));
    const first = await mergeLeads();
    expect(await state(target)).toBe(1);
    ok(await undo(first));
    expect([await state(target), await state(source)]).toEqual([0, 1]);
    const second = await mergeLeads();
    await call(target);
    ok(await undo(second));
    expect([await state(target), await state(source)]).toEqual([1, 1]);
  });
});
