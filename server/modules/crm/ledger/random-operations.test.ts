import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openMoney } from '#server/modules/crm/receivables/testing.ts';
import { dice } from '#server/testing/dice.ts';
import { isSoak, seed } from '#server/testing/repetitions.ts';

const operations = isSoak ? 10_000 : 1000;
const clients = 16;
const contracts = 12;

type Known = { contractId: number; customerId: number };

it(
  `holds after ${operations} operations by ${clients} clients`,
  { timeout: isSoak ? 1_800_000 : 240_000 },
  async () => {
    const money = await openMoney();
    const pool: Known[] = [];
    for (let at = 0; at < contracts; at += 1) pool.push(await money.contract('1000'));
    const failed: string[] = [];
    // refusals are part of it; anything unexpected is not
    const ask = async (path: string, body: Record<string, unknown>, who: 'seller' | 'admin' = 'seller') => {
      const answer = await money.ask(path, body, who);
      if (answer.code === 500 && !/请|不能|已|超过/.test(answer.msg)) failed.push(`${path}: ${answer.msg}`);
      return answer;
    };
    const one = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
      (await statement.execute(money.db)).rows[0];

    async function act(roll: (most: number) => number): Promise<void> {
      const of = pool[roll(pool.length)];
      if (!of) return;
      const amount = `${roll(300) + 1}.${roll(90) + 10}`;
      const kind = roll(20);
      if (kind < 10) {
        const plan = await one(sql<{ id: number }>`select plan_id as id from receivables_plan
        where contract_id = ${of.contractId} and deleted_at is null order by random() limit 1`);
        const open = await one(sql<{
          id: number;
          open: string;
        }>`select arrears_id as id, open_money::text as open from arrears
        where contract_id = ${of.contractId} and status = 0`);
        const more =
          open && kind < 6
            ? { arrearsId: open.id }
            : kind === 9
              ? { method: '欠费', arrear_type: '其他' }
              : { ...(plan && kind < 4 ? { plan_id: plan.id } : {}), ...(kind === 8 ? { method: '客户余额' } : {}) };
        const paid = open && kind < 3 ? open.open : amount;
        const saved = await ask('CrmReceivables/saveOrUpdate', money.body(of, paid, more));
        const id = (saved.data as { receivablesId?: number } | null)?.receivablesId;
        if (id && kind !== 7)
          await ask(
            'examineRecord/auditExamine',
            { recordId: await money.approvalOf(id), status: 1, remarks: '' },
            'admin',
          );
      } else if (kind < 12) {
        const receipt = await one(sql<{ id: number }>`select receivables_id as id from receivables
        where contract_id = ${of.contractId} and check_status = 1 order by random() limit 1`);
        if (receipt) await ask('CrmReceivables/receivablesDiscard', { receivablesId: receipt.id }, 'admin');
      } else if (kind < 15) {
        const entity = {
          contract_id: of.contractId,
          customer_id: of.customerId,
          money: amount,
          return_date: '2026-12-01',
          return_type: '电汇',
        };
        await ask('Crm/ReceivablesPlan/saveAndUpdate', { entity, field: [] });
      } else if (kind < 17) {
        const plan = await one(sql<{ id: number }>`select plan_id as id from receivables_plan
        where contract_id = ${of.contractId} and deleted_at is null order by random() limit 1`);
        if (!plan) return;
        const removed = await ask('Crm/ReceivablesPlan/deleteByIds', { planIds: [plan.id] }, 'admin');
        const { operationId } = (removed.data ?? {}) as { operationId?: number };
        if (operationId && roll(2) === 0) await ask('operation/undo', { operationId }, 'admin');
      } else if (kind === 17) {
        const open = await one(sql<{ id: number }>`select arrears_id as id from arrears
        where contract_id = ${of.contractId} and status = 0`);
        if (open) await ask('CrmsArrears/closeArrearOrder', { arrearsId: open.id }, 'admin');
      } else if (kind === 18) {
        await ask(
          'CrmCredit/save',
          { customerId: of.customerId, kind: roll(2) + 1, money: amount, paidOn: '2026-11-01' },
          'admin',
        );
      } else if (roll(8) === 0) {
        await money.discardContract(of.contractId).catch((error: { code?: string }) => {
          if (!error.code?.includes('.')) throw error;
        });
        const next = await money.contract('1000', { customer_id: of.customerId });
        pool[pool.indexOf(of)] = next;
      }
    }

    let left = operations;
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const roll = dice(seed * 31 + client);
        while (left > 0) {
          left -= 1;
          await act(roll);
        }
      }),
    );

    expect(failed).toEqual([]);
    // whoever is chosen by a deadlock waits a second and begins anew: locks are taken in one order instead
    const { rows: database } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(money.db);
    expect(database[0]?.deadlocks).toBe(0);
    expect((await money.recounted()).differences).toEqual([]);
    // figures against the documents themselves, which no entry was asked about
    const { rows } = await sql`
    select c.contract_id from contract c where c.check_status = 1 and (
      c.received_money <> (select coalesce(sum(r.money), 0) from receivables r
        where r.contract_id = c.contract_id and r.check_status = 1 and coalesce(r.arrear_type, '') = '')
      or c.arrears_money <> (select coalesce(sum(a.open_money), 0) from arrears a where a.contract_id = c.contract_id)
      or c.planned_money <> (select coalesce(sum(p.money), 0) from receivables_plan p
        where p.contract_id = c.contract_id and p.deleted_at is null)
      or c.contract_money <> c.money or c.contract_money <> c.received_money + c.unreceived_money)`.execute(money.db);
    expect(rows).toEqual([]);
    const { rows: counted } = await sql<{ n: number; postings: number }>`
    select count(*)::int as n, count(distinct posting_id)::int as postings from ledger_entry`.execute(money.db);
    // something must have happened
    expect(counted[0]?.postings ?? 0).toBeGreaterThan(operations / 10);
    const list = await money.done<{ list: { contractId: number; receivedMoney: string }[] }>(
      'CrmContract/queryPageList',
      { page: 1, limit: 100, type: 6 },
      'admin',
    );
    const { rows: heads } = await sql<{ id: number; money: string }>`
    select contract_id as id, received_money::text as money from contract`.execute(money.db);
    for (const row of list.list)
      expect(Number(row.receivedMoney)).toBe(Number(heads.find(({ id }) => id === row.contractId)?.money));
    await money.company.close();
  },
);
