import { loginsOf, type LoginFilter } from '#server/modules/admin/audit/logins.ts';
import { operationsOf, type OperationFilter } from '#server/modules/admin/audit/operations.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { Services } from '#server/platform/services.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';

/** Exports of the logs in an hour, each of which is in them (security A13). */
const perHour = 5;
const rowsAtOnce = 2000;

interface Sheet<Row> {
  readonly what: 'login_log' | 'operation_log';
  readonly headings: readonly string[];
  readonly read: (cursor: string | undefined) => Promise<{ list: readonly Row[]; next: string | null }>;
  readonly cells: (row: Row) => string[];
}

type Said = (key: string) => string;
const wordsOf =
  ({ language }: Actor): Said =>
  (key) =>
    isMessageKey(key) ? translate(language, key) : key;

/** The login log as a sheet. @throws AppError `audit.period`, `export.too_often`, `export.too_many` */
export function writeLogins(services: Services, actor: Actor, filter: LoginFilter, path: string): Promise<void> {
  const { db } = services.pool;
  const said = wordsOf(actor);
  return writeSheet(db, actor, path, {
    what: 'login_log',
    headings: ['time', 'person', 'act', 'result', 'reason', 'address', 'device'],
    read: (cursor) => loginsOf(db, actor, filter, { cursor, limit: rowsAtOnce }),
    cells: ({ time, userName, account, act, result, reason, address, device }) => [
      time,
      userName || account,
      said(`audit.act.${act}`),
      said(`audit.result.${result}`),
      reason === '' ? '' : said(`audit.login_reason.${reason}`),
      address,
      device,
    ],
  });
}

/** The operation log as a sheet. @throws AppError `audit.period`, `export.too_often`, `export.too_many` */
export function writeOperations(
  services: Services,
  actor: Actor,
  filter: OperationFilter,
  path: string,
): Promise<void> {
  const { db } = services.pool;
  const said = wordsOf(actor);
  return writeSheet(db, actor, path, {
    what: 'operation_log',
    headings: ['time', 'person', 'kind', 'object', 'record', 'result', 'reason', 'address'],
    read: (cursor) => operationsOf(db, actor, filter, { cursor, limit: rowsAtOnce }),
    cells: ({ time, userName, kind, object, recordName, recordId, result, reason, address }) => [
      time,
      userName,
      said(`audit.kind.${kind}`),
      said(`audit.object.${object}`),
      recordName || (recordId === null ? '' : String(recordId)),
      said(`audit.result.${result}`),
      reason,
      address,
    ],
  });
}

async function writeSheet<Row>(
  db: Parameters<typeof takeTurn>[0],
  actor: Actor,
  path: string,
  { what, headings, read, cells }: Sheet<Row>,
): Promise<void> {
  const said = wordsOf(actor);
  const first = await read(undefined);
  await takeTurn(
    db,
    { userId: actor.userId, what: `export ${what}`, address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const limit = await readExportLimit(db as Database);
  const columns = headings.map((name) => ({ header: said(`audit.column.${name}`), kind: 'text' as const }));
  await writeWorkbook({ path, columns, titleRow: said(`audit.${what}`) }, async (writer) => {
    let written = 0;
    for (let part: typeof first | null = first; part !== null;) {
      requireFewRows(limit, (written += part.list.length));
      for (const row of part.list) await writer.addRow(cells(row));
      part = part.next === null ? null : await read(part.next);
    }
  });
}
