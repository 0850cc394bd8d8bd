import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import type { Application } from '#server/app.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { cellText } from '#server/platform/sheets/cell.ts';
import { administratorLimits } from '#server/platform/sheets/limits.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { exportRecords } from '#server/record/export/export-records.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { layoutOf } from '#server/record/fields/list-columns.ts';
import { sheetColumns } from '#server/record/import/columns.ts';
import { runImport } from '#server/record/import/run.ts';
import { startImport } from '#server/record/import/upload.ts';
import { rowColumns, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { copyIn } from './copy-in.ts';

export interface SheetBench {
  /** An opened application with an administrator (user 3) on an empty or seeded database. */
  readonly application: Application;
  /** Address of the owner of the tables: the baseline of the import creates its own table. */
  readonly ownerUrl: string;
  /** For the files; removed by the caller. */
  readonly folder: string;
  readonly rows: number;
  /** Rounds after the one that warms up; medians count. Exports are limited to 5 an hour, so at most 4. */
  readonly rounds?: number;
}

export interface SheetMeasure {
  /** Limit as a multiple of the baseline. */
  readonly ratio: number;
  readonly seconds: number;
  readonly baselineSeconds: number;
  /** Peak growth of the process's memory, in MB, in the worst round. */
  readonly megabytes: number;
}

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Runs the work while its memory is watched. */
async function watched(work: () => Promise<unknown>): Promise<Run> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6 };
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Alternates the two and compares their medians. */
export async function compared(
  rounds: number,
  baseline: (round: number) => Promise<unknown>,
  work: (round: number) => Promise<unknown>,
): Promise<SheetMeasure> {
  const base: number[] = [];
  const own: number[] = [];
  // the first round counts here: later ones find a heap that has already grown
  const memory: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await watched(() => baseline(round));
    const second = await watched(() => work(round));
    memory.push(second.megabytes);
    if (round === 0) continue;
    base.push(first.seconds);
    own.push(second.seconds);
  }
  const seconds = median(own);
  const baselineSeconds = median(base);
  return {
    ratio: seconds / baselineSeconds,
    seconds,
    baselineSeconds,
    megabytes: Math.max(...memory),
  };
}

const levels = ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'];
const regions = [
  ['浙江省', '杭州市', '西湖区'],
  ['广东省', '深圳市', '南山区'],
  ['四川省', '成都市', '武侯区'],
];

/** A sheet as people send it: names, numbers, options, dates and addresses in twelve columns. */
async function writeSample(path: string, rows: number, round: number): Promise<void> {
  const headers = [
    '客户名称',
    '手机',
    '电话',
    '网址',
    '下次联系时间',
    '备注',
    '客户级别',
    '客户行业',
    '省',
    '市',
    '区',
    '详细地址',
  ];
  const columns = headers.map((header): WorkbookColumn => ({ header, kind: 'text' }));
  await writeWorkbook({ path, columns }, async (writer) => {
    for (let at = 0; at < rows; at += 1) {
      const day = String(1 + (at % 28)).padStart(2, '0');
      await writer.addRow([
        `第${round}批云杉${(at * 48_271) % 1_000_003}科技有限公司`,
        `13${String((at * 7919) % 1e9).padStart(9, '0')}`,
        `0571-${String((at * 69_621) % 1e8).padStart(8, '0')}`,
        `www.company${at}.example.cn`,
        `2026-12-${day} 10:00:00`,
        at % 3 === 0 ? '展会上认识，对方关心价格与交货时间，下周再联系。' : '',
        levels[at % 3] ?? '',
        'IT',
        ...(regions[at % 3] ?? []),
        `文三路${at % 900}号${at % 20}幢`,
      ]);
    }
  });
}

/** Import of an xlsx through the real path, against reading the same file and a COPY of its rows into the same indexes. */
export async function benchImport({
  application,
  ownerUrl,
  folder,
  rows,
  rounds = 3,
}: SheetBench): Promise<SheetMeasure> {
  const { services } = application;
  const actor = await services.gate.actorFor(services.pool.db, 3);
  const pathOf = (round: number) => join(folder, `import-${round}.xlsx`);
  for (let round = 0; round <= rounds; round += 1) await writeSample(pathOf(round), rows, round);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('create table bench_customer (like customer including all)');
  try {
    return await compared(
      rounds,
      (round) => copySheet(owner, application, actor, pathOf(round)),
      (round) => importSheet(application, actor, customerType, pathOf(round), rows),
    );
  } finally {
    await owner.query('drop table bench_customer');
    await owner.end();
  }
}

async function copySheet(owner: pg.Client, application: Application, actor: Actor, path: string): Promise<void> {
  const fields = await fieldsOf(application.services.pool.db, actor, customerType);
  const fixed = sheetColumns(customerType, fields).filter(({ field, part }) => field.fieldType === 1 && !part);
  async function* lines(): AsyncGenerator<string> {
    let at: (number | undefined)[] = [];
    for await (const { row, cells } of readSheet(path, { ...administratorLimits, headingRows: 1 })) {
      const texts = cells.map(cellText);
      if (row === 1) {
        at = fixed.map(({ labels }) => (texts.includes(labels.cn) ? texts.indexOf(labels.cn) : undefined));
        continue;
      }
      const values = at.map((index) => (index === undefined ? '' : (texts[index] ?? '')) || '\\N');
      // options and address in the form of the two JSON columns
      const custom = JSON.stringify({ f1: texts[6], f2: texts[7] });
      const address = JSON.stringify({ address: texts.slice(8, 11).join(','), detailAddress: texts[11] });
      yield [...values, custom, address, `bench-${path.length}-${row}`, '3', '3'].join('\t');
    }
  }
  await owner.query('truncate bench_customer');
  const names = [
    ...fixed.map(({ name }) => name),
    'custom',
    'map_address',
    'batch_id',
    'owner_user_id',
    'create_user_id',
  ];
  await copyIn(owner, `copy bench_customer (${names.join(', ')}) from stdin`, lines());
}

/** Imports a sheet as an administrator, who becomes the owner, and checks that it created `rows` records. */
export async function importSheet(
  application: Application,
  actor: Actor,
  type: RecordType,
  path: string,
  rows: number,
): Promise<void> {
  const { services } = application;
  const content = readFileSync(path);
  const upload = {
    path,
    name: '导入.xlsx',
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
  };
  const importId = await startImport(
    services,
    actor,
    type,
    upload,
    { ownerUserId: 3 },
    {
      isAdministrator: true,
      once: (_trx, work) => work(),
    },
  );
  await runImport(services, importId, { signal: new AbortController().signal });
  const task = await services.pool.db
    .selectFrom('import_task')
    .select(['created_rows', 'status'])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  if (task.created_rows !== rows) throw new Error(`${task.created_rows} of ${rows} rows were imported`);
}

/** Export of the newest `rows` customers, which must exist, against reading the same rows and writing the same file. */
export async function benchExport({ application, folder, rows, rounds = 3 }: SheetBench): Promise<SheetMeasure> {
  const { services } = application;
  const { db } = services.pool;
  const actor = await services.gate.actorFor(db, 3);
  const newest = await sql<{ id: number }>`
    select customer_id as id from customer where deleted_at is null and owner_user_id is not null
    order by update_time desc, customer_id desc limit ${rows}`.execute(db);
  const ids = newest.rows.map(({ id }) => id);
  if (ids.length < rows) throw new Error(`there are ${ids.length} of ${rows} customers to export`);
  const plain = join(folder, 'plain.xlsx');
  const real = join(folder, 'export.xlsx');
  const measure = await compared(
    rounds,
    () => plainExport(application, actor, ids, plain),
    () => exportRecords(services, actor, customerType, { ids }, real),
  );
  const [plainSize, realSize] = [(await stat(plain)).size, (await stat(real)).size];
  if (Math.abs(plainSize - realSize) > realSize / 10) throw new Error(`the files differ: ${plainSize} and ${realSize}`);
  await rm(plain);
  await rm(real);
  return measure;
}

const kinds: Readonly<Record<string, WorkbookColumn['kind']>> = { datetime: 'datetime', date: 'date' };

async function plainExport(
  application: Application,
  actor: Actor,
  ids: readonly number[],
  path: string,
): Promise<void> {
  const { db } = application.services.pool;
  const layout = (await layoutOf(db, actor, { type: customerType })).filter(({ hidden }) => !hidden);
  const columns = layout.flatMap(({ column }): { header: string; value: (row: StoredRow) => string }[] => {
    const { field, fieldName } = column;
    const header = fieldName;
    if (!field) return [{ header, value: (row) => String(row[column.system?.column ?? fieldName] ?? '') }];
    if (field.formType !== 'map_address') return [{ header, value: (row) => String(valueOf(row, field) ?? '') }];
    const part = (at: number) => (row: StoredRow) => {
      const address = valueOf(row, field) as { address: string; detailAddress: string } | null;
      return at === 3 ? (address?.detailAddress ?? '') : (address?.address.split(',')[at] ?? '');
    };
    return [0, 1, 2, 3].map((at) => ({ header, value: part(at) }));
  });
  const sheet = columns.map(({ header }, at): WorkbookColumn => {
    return { header, kind: kinds[layout[at]?.column.formType ?? ''] ?? 'text' };
  });
  await writeWorkbook({ path, columns: sheet, titleRow: 'plain' }, (writer) =>
    db.transaction().execute(async (trx) => {
      await sql`declare plain_rows no scroll cursor for
        select ${rowColumns(customerType)} from customer as r where r.customer_id = any(${[...ids]}::bigint[])
        order by update_time desc, customer_id desc`.execute(trx);
      for (;;) {
        const { rows } = await sql<StoredRow>`fetch forward 2000 from plain_rows`.execute(trx);
        for (const row of rows) await writer.addRow(columns.map(({ value }) => value(row)));
        if (rows.length < 2000) return;
      }
    }),
  );
}
