import { createServer } from 'node:http';
import pg from 'pg';

/**
 * What a department list costs at least: Node's `http`, `pg` and the page query with its total, no login, no rights, no
 * schema (design §8). Answers its port.
 */
export async function openBareHandler(databaseUrl: string): Promise<{ port: number; close: () => Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  pool.on('error', () => undefined);
  const members = await pool.query<{ user_id: number }>('select user_id from app_user where dept_id = 2');
  const team = members.rows.map((row) => row.user_id);
  const server = createServer((call, answer) => {
    call.resume().on('end', () => {
      void Promise.all([
        pool.query(
          'select * from customer where deleted_at is null and owner_user_id = any($1) order by update_time desc, customer_id desc limit 15',
          [team],
        ),
        pool.query('select sum(total) from record_count where type_code = 2 and owner_user_id = any($1)', [team]),
      ]).then(([page, total]) =>
        answer
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ code: 0, data: { list: page.rows, totalRow: total.rows[0] } })),
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
