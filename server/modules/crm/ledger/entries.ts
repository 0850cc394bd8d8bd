import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { beyondReach } from '#server/record/access/reach.ts';
import { recordModules } from '#server/record/registry.ts';
import { readRow } from '#server/record/rows/read.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { contractFigures, type ContractFigure } from '#shared/crm/ledger/accounts.ts';
import type { LedgerEntry } from '#shared/crm/ledger/ledger-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The contract, for whoever may read it and its money. @throws AppError `access.record`, `access.denied` */
async function readMoney(db: Database, actor: Actor, contractId: number): Promise<void> {
  await readRow(db, actor, contractType, contractId);
  if (!(await isLegible(db, actor, contractType, 'money'))) throw new AppError('access.denied');
}

export async function figuresOf(
  db: Database,
  actor: Actor,
  contractId: number,
): Promise<Record<ContractFigure, string>> {
  await readMoney(db, actor, contractId);
  const { rows } = await sql<Record<ContractFigure, string>>`select ${sql.join(
    Object.entries(contractFigures).map(
      ([name, { accounts, sign }]) => sql`
        (${sign}::int * coalesce(sum(amount) filter (where account = any(${[...accounts]}::text[])), 0.00))::text as ${sql.ref(name)}`,
    ),
  )} from ledger_entry where contract_id = ${contractId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('access.record');
  return row;
}

interface Stored extends Omit<LedgerEntry, 'types' | 'documentName' | 'contractVersion' | 'mayOpen' | 'userName'> {
  readonly total: number;
  readonly sum: string;
}

/** The entries of a figure, newest first, with the documents that they come from. */
export async function entriesOf(
  db: Database,
  actor: Actor,
  asked: {
    readonly contractId: number;
    readonly figure: ContractFigure;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ list: LedgerEntry[]; total: number; money: string }> {
  const { contractId, figure, limit, offset } = asked;
  await readMoney(db, actor, contractId);
  const { accounts, sign } = contractFigures[figure];
  const { rows } = await sql<Stored>`
    select e.entry_id as "entryId", e.posting_id as "postingId", e.account, e.event, (${sign}::int * e.amount)::text as money,
      e.document_type as "documentType", e.document_id as "documentId", e.document_version as "documentVersion",
      e.user_id as "userId", e.document_date::text as "documentDate", e.ledger_date::text as "ledgerDate",
      to_char(e.posted_at, 'YYYY-MM-DD HH24:MI:SS') as "postedTime", e.reverses,
      count(*) over ()::int as total, (sum(${sign}::int * e.amount) over ())::text as sum
    from ledger_entry e where e.contract_id = ${contractId} and e.account = any(${[...accounts]}::text[])
    order by e.entry_id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const documents = await documentsOf(db, actor, rows);
  const changes = await changesOf(db, contractId);
  return {
    total: rows[0]?.total ?? 0,
    money: rows[0]?.sum ?? '0.00',
    list: rows.map(({ total: _total, sum: _sum, ...entry }) => {
      const document = documents.get(keyOf(entry));
      return {
        ...entry,
        types: document?.types ?? '',
        documentName: document?.name ?? '',
        contractVersion: entry.documentType === contractType.code ? versionAt(changes, entry.documentVersion) : 0,
        mayOpen: document ? 1 : 0,
        userName: names.user(entry.userId) ?? '',
      };
    }),
  };
}

/** The versions of its row that orders for changes have made of a contract. */
async function changesOf(db: Database, contractId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from event
    where type_code = ${contractType.code} and record_id = ${contractId} and type = ${contractType.name} || '.contract_changed'
    order by version`.execute(db);
  return rows.map(({ version }) => version);
}

/** As its versions are counted (`CrmContract/queryVersions`); 0 where there is one. */
const versionAt = (changes: readonly number[], rowVersion: number): number =>
  changes.length === 0 ? 0 : 1 + changes.filter((version) => version <= rowVersion).length;

const keyOf = ({ documentType, documentId }: Pick<LedgerEntry, 'documentType' | 'documentId'>): string =>
  `${documentType}/${documentId}`;

/** Names of the documents that the actor may open; others are only said to be there. */
async function documentsOf(db: Database, actor: Actor, rows: readonly Stored[]) {
  const found = new Map<string, { readonly types: string; readonly name: string }>();
  for (const [code, those] of Map.groupBy(rows, ({ documentType }) => documentType)) {
    const type = recordModules().find((one) => one.type.code === code)?.type;
    if (!type) continue;
    const ids = [...new Set(those.map(({ documentId }) => documentId))];
    const beyond = await beyondReach(db, actor, type, ids);
    for (const row of await storedRows(
      db,
      type,
      ids.filter((id) => !beyond.has(id)),
    ))
      found.set(`${code}/${Number(row[type.idColumn])}`, {
        types: type.name,
        name: String(row[type.titleField] ?? ''),
      });
  }
  return found;
}
