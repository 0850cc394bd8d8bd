import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, it, vi } from 'vitest';
import { moneyOf, type Money } from '#server/modules/crm/receivables/testing.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

// own process: every statement of it is asked at another time

interface Connection {
  query: (config: unknown, ...more: unknown[]) => unknown;
}
const connection = pg.Client.prototype as unknown as Connection;

/** The time at which statements are asked; the clock of the database where there is none. */
let time: string | null = null;

/**
 * A statement as one asked at that time: the day is that of its connection's time zone, as `current_date` is. Logins go by
 * the clock of the database, which gives them their times.
 */
function asked(text: string): string {
  if (time === null || text.includes('session_')) return text;
  const moment = `timestamptz '${time}'`;
  return text.replaceAll('current_date', `((${moment})::date)`).replaceAll('now()', `(${moment})`);
}

function keepTime(): void {
  const { query } = connection;
  vi.spyOn(connection, 'query').mockImplementation(function (this: Connection, config, ...more) {
    if (typeof config === 'string') return query.call(this, asked(config), ...more);
    const named = config as { readonly text?: string; readonly name?: string };
    if (time === null || typeof named.text !== 'string') return query.call(this, config, ...more);
    // what has a name keeps its text
    return query.call(this, { ...named, name: undefined, text: asked(named.text) }, ...more);
  });
}

const at = (moment: string): void => {
  time = moment;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) });
};

/** Functions of the database that date something by its clock. */
const dating = ['follow_plan'];
/** Others that name it: the defaults of new tables, and what counts minutes. */
const further = ['make_table_of_records', 'take_turn'];
const clocks = String.raw`\m(current_date|localtime|localtimestamp|current_timestamp|now\(\)|clock_timestamp\(\))`;

/** Lets the functions of the database stand at a moment: their texts are beyond the statements that are asked. */
async function inFunctions({ urls }: Company, moment: string): Promise<void> {
  await withClient(urls.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; text: string }>(
      `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosrc ~* $1 order by 1`,
      [clocks],
    );
    const known = await client.query(`select to_regclass('stood') is not null as known`);
    if (!(known.rows as { known: boolean }[])[0]?.known) {
      expect(rows.map(({ name }) => name)).toEqual([...dating, ...further].toSorted());
      await client.query('create table stood (moment timestamptz)');
      await client.query('grant select on stood to public');
      for (const { name, text } of rows)
        if (dating.includes(name))
          await client.query(text.replaceAll('current_date', '((select moment from stood)::date)'));
    }
    await client.query('delete from stood');
    await client.query('insert into stood values ($1)', [moment]);
  });
}

const zones = [
  { zone: 'Asia/Shanghai', offset: '+08:00' },
  { zone: 'America/New_York', offset: '-05:00' },
] as const;

describe.each(zones)('the end of a month in $zone', ({ zone, offset }) => {
  const before = `2031-01-31T23:59:59.900${offset}`;
  const after = `2031-02-01T00:00:00.100${offset}`;
  const [lastDay, firstDay] = ['2031-01-31', '2031-02-01'];

  let company: Company;
  let money: Money;
  beforeAll(async () => {
    company = await openCompany({ env: { COMPANY_TIME_ZONE: zone } });
    keepTime();
    at(before);
    money = await moneyOf(company);
    const step = [{ stepType: 2, checkUserId: [company.people.admin.userId] }];
    await money.done('examine/saveExamine', { categoryType: 3, examineType: 1, name: '发票', step }, 'admin');
  });
  beforeEach(() => at(before));
  afterEach(() => at(before));
  afterAll(async () => {
    time = null;
    vi.useRealTimers();
    vi.restoreAllMocks();
    await company.close();
  });

  /** What of a contract was booked last: the day of the document, and that of the ledger. */
  const booked = async ({ contractId }: { contractId: number }, account: string) => {
    const { rows } = await sql<{ document: string; ledger: string }>`
      select document_date::text as document, ledger_date::text as ledger from ledger_entry
      where contract_id = ${contractId} and account = ${account} order by entry_id desc limit 1`.execute(money.db);
    return [rows[0]?.document, rows[0]?.ledger];
  };
  const freeze = (period: string) => money.ask('CrmLedger/freeze', { period }, 'admin');

  it('is one day before and one after in the zone, and the same day where the database stands', async () => {
    const day = async () =>
      (
        await sql<{ here: string; utc: string }>`
        select current_date::text as here, (now() at time zone 'UTC')::date::text as utc`.execute(money.db)
      ).rows[0];
    const [early, late] = [await day(), (at(after), await day())];
    expect([early?.here, late?.here]).toEqual([lastDay, firstDay]);
    expect(early?.utc).toBe(late?.utc);
  });

  it('divides what is approved before it from what is approved behind it', async () => {
    const of = await money.contract('100');
    expect(await booked(of, 'due')).toEqual([lastDay, lastDay]);
    const [one, other] = [await money.contract('100'), await money.contract('100')];
    const [early, late] = [await money.save(one, '100'), await money.save(other, '100')];
    expect(await money.passed(early)).toBe('');
    expect(await booked(one, 'received')).toEqual([lastDay, lastDay]);
    at(after);
    expect(await money.passed(late)).toBe('');
    expect(await booked(other, 'received')).toEqual([firstDay, firstDay]);
    // a contract that comes into force behind it, and the discard of one from before it
    expect(await booked(await money.contract('100'), 'due')).toEqual([firstDay, firstDay]);
    await money.discardContract(one.contractId);
    expect(await booked(one, 'contracted')).toEqual([firstDay, firstDay]);
  });

  it('dates an invoice that goes out by the day of the company', async () => {
    const of = await money.contract('100');
    const issued = async (amount: string) => {
      const { receiptId } = await money.done<{ receiptId: number }>('CrmReceipt/addOrUpdate', {
        entity: {
          contract_id: of.contractId,
          customer_id: of.customerId,
          money: amount,
          invoice_type: '收据',
          invoice_number: `NO-${amount}`,
        },
        field: [],
      });
      const recordId = await money.approvalOf(receiptId, 21);
      await money.done('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, 'admin');
      await money.done('CrmReceipt/updateStatus', { receiptIds: [receiptId], invoiceStatus: 1 });
      return (await money.done<{ invoiceDate: string }>('CrmReceipt/queryById', { receiptId })).invoiceDate;
    };
    expect([await issued('40'), await booked(of, 'invoiced')]).toEqual([lastDay, [lastDay, lastDay]]);
    at(after);
    expect([await issued('30'), await booked(of, 'invoiced')]).toEqual([firstDay, [firstDay, firstDay]]);
  });

  it('dates what triggers book by the day of the company, too', async () => {
    const early = await money.contract('100');
    await inFunctions(company, before);
    const planId = await money.plan(early, '40');
    expect(await booked(early, 'planned')).toEqual([lastDay, lastDay]);
    at(after);
    await inFunctions(company, after);
    const late = await money.contract('100');
    await money.plan(late, '30');
    expect(await booked(late, 'planned')).toEqual([firstDay, firstDay]);
    // and what becomes of a plan from before it
    await money.done('Crm/ReceivablesPlan/deleteByIds', { planIds: [planId] }, 'admin');
    expect(await booked(early, 'planned')).toEqual([firstDay, firstDay]);
  });

  it('lets the month be closed behind it and not before, and books what comes late on the first open day', async () => {
    const dated = async (day: string) => {
      const of = await money.contract('100', { order_date: day });
      return { of, id: await money.save(of, '100', { return_time: day }) };
    };
    const [early, late, next] = [await dated(lastDay), await dated(lastDay), await dated('2031-02-03')];
    const [undated, begun] = [await money.contract('100'), await money.contract('100')];
    const [behind, under] = [await money.save(undated, '100'), await money.save(begun, '100')];
    expect((await freeze('2031-01')).msg).toBe('2031-01 还没有结束，不能结账');
    expect(await money.passed(early.id)).toBe('');
    expect(await booked(early.of, 'received')).toEqual([lastDay, lastDay]);
    at(after);
    expect((await freeze('2031-02')).msg).toBe('2031-02 还没有结束，不能结账');
    const closed = await freeze('2031-01');
    expect([closed.msg, closed.data]).toEqual(['', { openFrom: firstDay }]);
    expect(await money.passed(late.id)).toBe('');
    expect(await booked(late.of, 'received')).toEqual([lastDay, firstDay]);
    expect(await money.passed(next.id)).toBe('');
    expect(await booked(next.of, 'received')).toEqual(['2031-02-03', '2031-02-03']);
    expect(await money.passed(behind)).toBe('');
    expect(await booked(undated, 'received')).toEqual([firstDay, firstDay]);
    // a pass that has begun before midnight, and comes to the ledger behind the close
    at(before);
    expect(await money.passed(under)).toBe('');
    expect(await booked(begun, 'received')).toEqual([lastDay, firstDay]);
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });
});
