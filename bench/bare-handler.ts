import { createServer } from 'node:http';
import pg from 'pg';

/** Counts what these people created in this and the last quarter, one table after the other. */
const counts = [
  'follow_up where type_code = 2 and',
  'customer where owner_user_id is not null and',
  'contacts where',
  'leads where',
].map(
  (table) => `
    select count(*) from ${table} deleted_at is null and create_user_id = any($1)
      and create_time >= date_trunc('quarter', now()) - interval '3 months'
      and create_time < date_trunc('quarter', now()) + interval '3 months'`,
);

/**
 * The minimum cost of the product's answers: Node's `http`, `pg` and the plain query, no login, no rights, no schema
 * (R26.2). `/` is the page of a department without a total, `/counts/team` and `/counts/company` what a dashboard counts.
 * Returns its port.
 */
export async function openBareHandler(databaseUrl: string): Promise<{ port: number; close: () => Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  pool.on('error', () => undefined);
  const members = await pool.query<{ user_id: number }>('select user_id from app_user where dept_id = 2');
  const team = members.rows.map((row) => row.user_id);
  const everybody = await pool.query<{ user_id: number }>('select user_id from app_user');
  const company = everybody.rows.map((row) => row.user_id);
  const count = async (people: readonly number[]) => {
    const totals: unknown[] = [];
    for (const text of counts) totals.push((await pool.query(text, [people])).rows[0]);
    return totals;
  };
  const page = async () => ({
    list: (
      await pool.query({
        // a prepared statement: its plan is kept
        name: 'page',
        text: 'select * from customer where deleted_at is null and owner_user_id = any($1) order by update_time desc, customer_id desc limit 15',
        values: [team],
      })
    ).rows,
  });
  const server = createServer((call, answer) => {
    call.resume().on('end', () => {
      const data = call.url === '/' ? page() : count(call.url === '/counts/team' ? team : company);
      void data.then((found) =>
        answer.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 0, data: found })),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}
