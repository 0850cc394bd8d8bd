import { sql } from 'kysely';
import type { LoadCompany } from './load-company.ts';
import { ms, type LoadReport } from './load-report.ts';
import { quantile, type Caller, type Person } from './load-users.ts';

interface ListAnswer {
  readonly list?: readonly unknown[];
  readonly totalRow?: number;
  readonly totalExact?: number;
}

/** L7: how deep lists go, what their totals show, and what an ordinary salesperson waits for. */
export async function listLimits(
  company: LoadCompany,
  caller: Caller,
  report: LoadReport,
  people: readonly Person[],
): Promise<void> {
  const administrator = await company.tokenOf(3);
  const ask = async (path: string, token: string, body: object) => {
    const reply = await caller.call(`CrmCustomer/${path}`, token, body);
    const data = (reply.body['data'] ?? reply.body) as ListAnswer;
    return { code: Number(reply.body['code']), ...data };
  };
  const list = (body: object, token = administrator) => ask('queryPageList', token, body);

  const wide = await list({ page: 1, limit: 1000 });
  const rows = wide.list?.length ?? 0;
  report.row(
    'L7',
    'a page of 1,000 rows',
    wide.code === 0 ? `${rows} rows` : `refused: ${wide.code}`,
    '100 rows',
    rows <= 100,
  );
  const deep = await list({ page: 1001, limit: 15 });
  report.row('L7', 'rows from 15,001 on by page number', `refused: ${deep.code}`, 'beyond 10,000', deep.code !== 0);
  const ids = Array.from({ length: 1001 }, (_, at) => at + 1);
  const many = await ask('updateFieldByIds', administrator, { ids, fieldName: 'remark', value: '' });
  report.row('L7', 'an act on 1,001 ids', `refused: ${many.code}`, '1,000 ids', many.code !== 0);

  const [seller] = people.slice(-1);
  const times: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    const start = performance.now();
    await list({ page: 1, limit: 15 }, seller?.token);
    if (at >= 10) times.push(performance.now() - start);
  }
  const p95 = quantile(times, 0.95);
  report.row('L7', "a salesperson's list with its total", `p95 ${ms(p95)}`, '50 ms', p95 <= 50);

  const counted = await sql<{ n: number }>`
    select count(*) as n from customer where deleted_at is null and owner_user_id is not null`.execute(company.pool.db);
  const all = counted.rows[0]?.n ?? 0;
  const whole = await list({ page: 1, limit: 15 });
  const isExact = whole.totalRow === all && whole.totalExact === 1;
  report.row('L7', 'the total of everything', `${whole.totalRow} of ${all}`, 'exact', isExact);
  const filtered = await list({ page: 1, limit: 15, search: '科技' });
  const { totalRow = 0, totalExact } = filtered;
  const stops = totalExact === 1 ? totalRow <= 10_000 : totalRow === 10_001;
  report.row(
    'L7',
    'the total of a search',
    `${totalRow}, ${totalExact === 1 ? 'exact' : 'stopped'}`,
    'stops at 10,001',
    stops,
  );
}
