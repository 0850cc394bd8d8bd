import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import type { Answer } from '#server/testing/company.ts';
import { contractFigures, figureNames } from '#shared/crm/ledger/accounts.ts';
import { translate } from '#shared/i18n/translate.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

type Row = Readonly<Record<string, unknown>>;
type Ask = (path: string, body: Row) => Promise<Answer>;

interface Head extends Row {
  readonly id: number;
  readonly customerId: number;
  readonly num: string;
}

/** Sheets of the tabs and lists that show a figure of a contract, by the label of its column. */
const exported = {
  receivedMoney: 'crm_contract.received_money',
  unreceivedMoney: 'crm_contract.unreceived_money',
  arrearsMoney: 'crm_contract.arrears_money',
  invoicedMoney: 'crm_contract.invoiced_money',
} as const;

const text = (value: unknown): string => sumOf([String(value ?? '') || '0']);

/** A heading without the mark of what is required. */
const bare = (heading: string): string => heading.replace('(*)', '');

async function sheetOf(ask: Ask, path: string): Promise<Map<string, Map<string, string>>> {
  const { raw } = await ask(path, {});
  const folder = mkdtempSync(join(tmpdir(), 'jianye-export-'));
  const file = join(folder, 'export.xlsx');
  writeFileSync(file, raw);
  const rows: string[][] = [];
  for await (const { cells } of readSheet(file, { maxRows: 100_000, maxColumns: 300 })) rows.push(cells.map(String));
  rmSync(folder, { recursive: true });
  const numbered = translate('cn', 'crm_contract.num');
  const at = rows.findIndex((row) => row.some((cell) => bare(cell) === numbered));
  const headings = (rows[at] ?? []).map(bare);
  return new Map(
    rows
      .slice(at + 1)
      .map((row) => [
        row[headings.indexOf(numbered)] ?? '',
        new Map(headings.map((heading, column) => [heading, row[column] ?? ''])),
      ]),
  );
}

/**
 * What any place says of contracts that is not what they say: figures, the entries of each, list, customer tab, tabs of
 * receivables and plans, and the sheet. `ask` is somebody who sees all.
 */
export async function brokenSurfaces(db: Database, ask: Ask, most = 1000): Promise<string[]> {
  const { rows: heads } = await sql<Head>`
    select contract_id as id, customer_id as "customerId", num, contract_money::text as "contractMoney",
      received_money::text as "receivedMoney", unreceived_money::text as "unreceivedMoney", arrears_money::text as "arrearsMoney",
      invoiced_money::text as "invoicedMoney", planned_money::text as "plannedMoney", credit_money::text as "creditMoney",
      check_status::int as "checkStatus"
    from contract where changes_id is null and deleted_at is null and exists (
      select from ledger_entry e where e.contract_id = contract.contract_id)
    order by contract_id desc limit ${most}`.execute(db);
  const broken: string[] = [];
  const says = (where: string, head: Head, figure: string, value: unknown): void => {
    const isAmount = /^-?\d+(\.\d+)?$/.test(String(value ?? '') || '0');
    if (!isAmount) broken.push(`${where} of contract ${head.id}: ${figure} is ${String(value)}`);
    else if (text(value) !== text(head[figure]))
      broken.push(`${where} of contract ${head.id}: ${figure} ${text(value)}, not ${text(head[figure])}`);
  };
  const data = async <T>(path: string, body: Row): Promise<T> => {
    const answer = await ask(path, body);
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data as T;
  };
  const sheet = await sheetOf(ask, 'CrmContract/allExportExcel');
  for (const head of heads) {
    const contractId = head.id;
    const figures = await data<Row>('CrmLedger/queryFigures', { contractId });
    const read = await data<Row>('CrmContract/queryById', { contractId });
    for (const figure of figureNames) {
      says('figures', head, figure, figures[figure]);
      const entries = await data<{ money: string; totalRow: number; list: { money: string }[] }>(
        'CrmLedger/queryEntries',
        { contractId, figure, limit: 100 },
      );
      says(`entries (${contractFigures[figure].accounts.join()})`, head, figure, entries.money);
      if (entries.totalRow <= 100) says('listed entries', head, figure, sumOf(entries.list.map(({ money }) => money)));
    }
    for (const figure of Object.keys(exported)) says('page', head, figure, read[figure]);
    const tab = await data<Row[]>('CrmCustomer/queryContract', { customerId: head.customerId, pageType: 0 });
    const row = tab.find((one) => one['contractId'] === contractId);
    says('tab of the customer', head, 'receivedMoney', row?.['receivablesMoneyCount']);
    const plans = await data<Row[]>('CrmContract/qureyReceivablesPlanListByContractId', { contractId, pageType: 0 });
    if (head['checkStatus'] === 1) {
      says('tab of plans', head, 'plannedMoney', sumOf(plans.map((plan) => text(plan['money']))));
      const received = await data<Row[]>('CrmContract/qureyReceivablesListByContractId', { contractId, pageType: 0 });
      const { rows: owed } = await sql<{ id: number }>`
        select receivables_id as id from receivables where contract_id = ${contractId} and coalesce(arrear_type, '') <> ''`.execute(
        db,
      );
      const { rows: beyond } = await sql<{ money: string }>`
        select sum(e.amount)::text as money from ledger_entry e
        join receivables r on r.receivables_id = e.document_id and r.contract_id = ${contractId} and r.takes_surplus and r.check_status = 1
        where e.document_type = 7 and e.account = 'credit' group by r.receivables_id having sum(e.amount) < 0`.execute(
        db,
      );
      const paid = received.filter(
        ({ checkStatus, receivablesId }) => checkStatus === 1 && !owed.some(({ id }) => id === receivablesId),
      );
      const parts = [...paid.map((one) => text(one['receivablesMoney'])), ...beyond.map(({ money }) => money)];
      says('tab of receivables', head, 'receivedMoney', sumOf(parts));
    }
    const line = sheet.get(head.num);
    for (const [figure, label] of Object.entries(exported))
      says('sheet', head, figure, line?.get(translate('cn', label)) ?? 'missing');
  }
  return broken;
}
