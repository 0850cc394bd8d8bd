import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { saveFlow } from '#server/approval/flows/save-flow.ts';
import { recount } from '#server/modules/crm/ledger/recount.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { flowInput } from '#shared/approval/flow.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { benchPassword, inCompany, type BenchCompany } from './company.ts';
import { products, seedDeals } from './deal-seed.ts';
import { firstVisit } from './first-visit.ts';
import { compare, post, type Target, type Timing } from './load.ts';
import type { Report } from './report.ts';
import { median, timed } from './timing.ts';
import { seedCustomers } from './seed.ts';

const people = { administrator: 3, manager: 1000, salesperson: 1050 } as const;
type Who = keyof typeof people;
/** Where each is listed, and how many there are of a customer; of products there are as many in any company. */
const types = {
  opportunities: ['CrmBusiness', 0.3],
  contracts: ['CrmContract', 0.3],
  receivables: ['CrmReceivables', 0.515],
  plans: ['Crm/ReceivablesPlan', 0.6],
  arrears: ['CrmsArrears', 0.015],
  invoices: ['CrmReceipt', 0.1],
  shipments: ['CrmExpress', 0.3],
  products: ['CrmProduct', 0],
} as const;
const page = { page: 1, limit: 15 };

/** Deals of as many customers, beside those of a hundredth: lists, board, saves, a customer's page and the ledger. */
export const benchDeals = (customers: number, report: Report): Promise<void> =>
  inCompany(async (company) => {
    const sizes = [Math.round(customers / 100), customers];
    const measured: ReadonlyMap<string, Timing>[] = [];
    let from = 0;
    for (const size of sizes) {
      await seedCustomers(company.ownerUrl, from, size);
      await seedDeals(company.ownerUrl, from, size);
      // a program that has just started is slow, which would distort the smaller company
      if (from === 0) await timeLists(company);
      from = size;
      measured.push(await timeLists(company));
    }
    reportLists(customers, measured, report);
    await reportCustomerPage(company, customers, report);
    await reportSave(company, customers, report);
    await reportRecount(company, customers, report);
    const bytes = await firstVisit(company.url, 'admin', benchPassword, '/crm/contract');
    report.amount('first visit to the contract list, JavaScript and CSS', 0, bytes, 450, 'kB');
  });

async function timeLists({ target }: BenchCompany): Promise<ReadonlyMap<string, Timing>> {
  const targets: Record<string, Target> = {};
  for (const who of Object.keys(people) as Who[]) {
    const list = (family: string, body = {}) => target(people[who], `${family}/queryPageList`, { ...page, ...body });
    targets[`customers ${who}`] = await list('CrmCustomer');
    for (const [name, [family]] of Object.entries(types)) targets[`${name} ${who}`] = await list(family);
    targets[`board ${who}`] = await target(people[who], 'CrmBusiness/queryFunnel', { typeId: 1 });
  }
  return new Map(Object.entries(await compare(targets)));
}

const p95 = (timings: ReadonlyMap<string, Timing> | undefined, name: string): number => timings?.get(name)?.p95 ?? NaN;

function reportLists(customers: number, measured: readonly ReadonlyMap<string, Timing>[], report: Report): void {
  const [small, large] = measured;
  for (const who of Object.keys(people) as Who[]) {
    for (const [name, [, share]] of Object.entries(types)) {
      const rows = Math.round(customers * share) || products;
      const own = p95(large, `${name} ${who}`);
      const what = `list of ${name} of the ${who}, p95`;
      report.atMost(what, rows, own / p95(small, `${name} ${who}`), { than: 'itself at a hundredth', limit: 1.5 });
      report.atMost(what, rows, own / p95(large, `customers ${who}`), { than: 'the list of customers', limit: 1.3 });
    }
    const beside = { than: 'the plain list', limit: 3 };
    const board = p95(large, `board ${who}`) / p95(large, `opportunities ${who}`);
    const opportunities = Math.round(customers * types.opportunities[1]);
    report.atMost(`counts and sums of the board by stage of the ${who}, p95`, opportunities, board, beside);
  }
}

/** What the page of a customer asks for: the detail, and how much there is under its tabs. */
async function reportCustomerPage({ application, target }: BenchCompany, rows: number, report: Report): Promise<void> {
  const { rows: found } = await sql<{ id: number }>`
    select customer_id as id from contract order by contract_id limit 1`.execute(application.services.pool.db);
  const customerId = found[0]?.id ?? 0;
  const detail = await target(people.administrator, callPath(customerType, 'read'), { customerId });
  const tabs = await target(people.administrator, callPath(customerType, 'childCounts'), { customerId });
  const taken = { detail: [] as number[], both: [] as number[] };
  for (let call = 0; call < 300; call += 1) {
    const times = { detail: await post(detail), both: await timed(() => Promise.all([post(detail), post(tabs)])) };
    // the first calls warm up
    if (call < 50) continue;
    taken.detail.push(times.detail);
    taken.both.push(times.both);
  }
  const ratio = median(taken.both) / median(taken.detail);
  report.atMost('a customer and the counts of its tabs, asked for at once, p50', rows, ratio, {
    than: 'the detail alone',
    limit: 1.5,
  });
}

async function reportSave({ application, target }: BenchCompany, rows: number, report: Report): Promise<void> {
  const { services } = application;
  const { db } = services.pool;
  const step = [{ stepType: 2, checkUserId: [people.manager] }];
  const flow = flowInput.parse({ categoryType: 1, examineType: 1, name: '流程', step });
  const admin = await services.gate.actorFor(db, people.administrator);
  await inTransaction(db, (trx) => saveFlow(trx, admin, flow));
  const { rows: found } = await sql<{ id: number; productId: number }>`
    select customer_id as id, (select min(product_id) from product) as "productId" from customer limit 1`.execute(db);
  const [{ id: customerId, productId } = { id: 0, productId: 0 }] = found;
  let made = 0;
  const product = Array.from({ length: 30 }, (_, at) => ({ productId: productId + at, num: '2', salesPrice: '90' }));
  const contract = () =>
    JSON.stringify({ entity: { name: `合同${++made}`, customer_id: customerId }, field: [], product });
  const customer = () => JSON.stringify({ entity: { customer_name: `新公司${++made}` }, field: [] });
  const targets = {
    contract: { ...(await target(people.administrator, 'CrmContract/saveAndUpdate')), body: contract },
    customer: { ...(await target(people.administrator, 'CrmCustomer/addOrUpdate')), body: customer },
  };
  for (const [callers, how] of [
    [1, 'one after the other'],
    [4, 'four at once, who wait for each other’s number'],
  ] as const) {
    const timings = await compare(targets, { rounds: 5, calls: 40, callers });
    const ratio = timings.contract.p50 / timings.customer.p50;
    const what = `a contract with 30 lines saved and submitted, ${how}, p50`;
    report.atMost(what, rows, ratio, { than: 'a customer saved', limit: 3 });
  }
}

/** Recounts beside reading what they read, and a list while one runs. */
async function reportRecount({ application, target }: BenchCompany, customers: number, report: Report): Promise<void> {
  const { db } = application.services.pool;
  const reading = () =>
    sql`select contract_id, account, sum(amount) from ledger_entry group by contract_id, account`.execute(db);
  const taken = { recount: [] as number[], reading: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    const [read, counted] = [await timed(reading), await timed(() => recount(db))];
    // the first round warms up
    if (round === 0) continue;
    taken.reading.push(read);
    taken.recount.push(counted);
  }
  const { differences, entries } = await recount(db);
  if (differences.length > 0) throw new Error(`the ledger differs: ${JSON.stringify(differences.slice(0, 3))}`);
  report.atMost('recount of the ledger against all heads', entries, median(taken.recount) / median(taken.reading), {
    than: 'reading its sums',
    limit: 2,
  });
  const list = { list: await target(people.administrator, 'CrmContract/queryPageList', page) };
  const alone = await compare(list, { rounds: 3, calls: 60 });
  let isOver = false;
  const counting = (async () => {
    while (!isOver) await recount(db);
  })();
  await sleep(50);
  const beside = await compare(list, { rounds: 3, calls: 60 });
  isOver = true;
  await counting;
  const ratio = beside.list.p50 / alone.list.p50;
  report.atMost('list of contracts while the ledger is recounted, p50', customers, ratio, {
    than: 'itself without that',
    limit: 3,
  });
}
