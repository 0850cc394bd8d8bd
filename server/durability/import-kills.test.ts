import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { attachEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { isSoak } from '#server/testing/repetitions.ts';

const rowCount = 10_000;
const kills = isSoak ? 20 : 5;

let pattern: Pattern;
const folders: DataFolder[] = [];
let product: ProductProcess | null = null;
beforeAll(async () => {
  pattern = await openPattern();
});
afterAll(async () => {
  await product?.end('SIGKILL');
  for (const folder of folders) await folder.remove();
});

/** New rows, wrong rows, and rows that write over earlier ones of near and far: a repeated chunk would show. */
function sheet(): Buffer<ArrayBuffer> {
  const lines = ['客户名称(*),手机,客户级别,备注'];
  for (let row = 1; row <= rowCount; row += 1) {
    const isAgain = row > 100 && row % 50 === 0;
    const name = `导入公司${isAgain ? (row % 100 === 0 ? row - 1 : Math.ceil(row / 3) + 1) : row}`;
    const mobile = row % 97 === 0 ? '123' : `139${String(row).padStart(8, '0')}`;
    lines.push(`${name},${mobile},${row % 3 === 0 ? 'A（重点客户）' : ''},第${row}行`);
  }
  return Buffer.from(lines.join('\n'));
}

interface Place {
  readonly folder: DataFolder;
  readonly port: number;
}

async function newPlace(): Promise<Place> {
  const folder = pattern.copy();
  folders.push(folder);
  return { folder, port: await freePort() };
}

const start = async ({ folder, port }: Place) => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};

async function send({ port }: Place): Promise<void> {
  const answer = await callProduct(
    `http://127.0.0.1:${port}`,
    'CrmCustomer/uploadExcel',
    { repeatHandling: 1, ownerUserId: pattern.userIds[0] },
    { token: pattern.tokens[0] ?? '', file: { name: '客户.csv', content: sheet() } },
  );
  expect(answer).toMatchObject({ code: 0, msg: '' });
}

const ownerUrlOf = async ({ folder }: Place): Promise<string> => {
  const urls = await attachEmbedded(folder.dataDir);
  if (!urls) throw new Error('the database is down');
  return urls.ownerUrl;
};

interface State {
  readonly status: string;
  readonly next_row: number;
}

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>('select status, next_row from import_task');
  if (!rows[0]) throw new Error('there is no import');
  return rows[0];
}

async function until(client: pg.Client, condition: (state: State) => boolean): Promise<State> {
  for (const began = Date.now(); ; await sleep(10)) {
    const state = await stateOf(client);
    if (condition(state)) return state;
    if (Date.now() - began > 120_000) throw new Error(`the import stands at ${JSON.stringify(state)}`);
  }
}

/** All that an import leaves behind, but for ids, times and batches, which each run makes up. */
async function outcome(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ line: string }>(`
    select r.row_number || ' ' || r.result || ' ' || jsonb_build_array(
        r.code, r.params, r.column_name, r.further, r.cells, r.version_after, r.before - '{customerId,batchId,createTime,updateTime,lastTime,ownerSince}'::text[],
        to_jsonb(c) - '{customer_id,batch_id,create_time,update_time,last_time,owner_since}'::text[],
        (select jsonb_agg(jsonb_build_array(e.type, e.version, e.changes) order by e.event_id) from event as e
          where e.type_code = 2 and e.record_id = c.customer_id))::text as line
    from import_row as r left join customer as c on c.customer_id = r.record_id
    order by r.row_number`);
  const { rows: totals } = await client.query(`
    select t.status, t.next_row, t.total_rows, t.created_rows, t.updated_rows, t.skipped_rows, t.failed_rows,
           (select count(*) from customer) as customers, (select count(*) from file_batch) as batches,
           (select count(*) from event where type_code = 2) as events
    from import_task as t`);
  return { lines: rows.map((row) => row.line), totals };
}

async function endAndCompare(place: Place): Promise<unknown> {
  const ownerUrl = await ownerUrlOf(place);
  const result = await withClient(ownerUrl, async (client) => {
    await until(client, ({ status }) => status === 'done');
    return outcome(client);
  });
  expect(await brokenInvariants(ownerUrl, place.folder.dataDir, customerType)).toEqual([]);
  expect(await product?.end('SIGTERM')).toEqual({ code: 0, signal: null });
  return result;
}

it(
  'an import that is killed again and again leaves what one without an interruption leaves, each row once (security D4)',
  async () => {
    const control = await newPlace();
    await start(control);
    await send(control);
    const expected = (await endAndCompare(control)) as { lines: string[] };
    expect(expected.lines.length).toBe(rowCount);
    const results = new Set(expected.lines.map((line) => line.split(' ')[1]));
    expect([...results].toSorted()).toEqual(['created', 'failed', 'updated']);

    const killed = await newPlace();
    await start(killed);
    await send(killed);
    const client = new pg.Client({ connectionString: await ownerUrlOf(killed) });
    await client.connect();
    let reached = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      // every other one where it stood, so that the end is not reached before the last
      if (kill % 2 === 1) ({ next_row: reached } = await until(client, ({ next_row }) => next_row > reached));
      await sleep(randomInt(150));
      expect((await stateOf(client)).status).not.toBe('done');
      await product?.end('SIGKILL');
      await start(killed);
    }
    await client.end();
    const found = (await endAndCompare(killed)) as { lines: string[] };
    expect(found.lines.filter((line, row) => line !== expected.lines[row]).slice(0, 3)).toEqual([]);
    expect(found).toEqual(expected);
  },
  isSoak ? 900_000 : 240_000,
);
