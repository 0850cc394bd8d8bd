import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { prepareLines, type SentLine } from '#server/record/lines/prepare-lines.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { ImportSettings } from '#server/record/import/outcome.ts';
import type { ReadRow } from '#server/record/import/rows.ts';
import { prepare, type Prepared } from '#server/record/write/draft.ts';
import type { NewDraft } from '#server/record/write/insert-prepared.ts';

/** A row of a sheet as the new record that it would be. */
export interface ImportDraft extends NewDraft {
  readonly line: ReadRow;
}

/** Rows as new records of that owner, or of the pool, with all that stands against each by itself. */
export async function asNewRecords(
  db: Database,
  actor: Actor,
  { type, fields, ownerUserId }: Pick<ImportSettings, 'type' | 'fields' | 'ownerUserId'>,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, Prepared<ImportDraft>>> {
  const drafts = rows.map((line) => {
    const lines = sentLinesOf(line);
    return {
      line,
      row: null,
      sent: line.values,
      ownerUserId,
      ...(lines && { lines: { sent: lines, asNew: line.document?.asNew } }),
    };
  });
  const prepared = await prepare(db, actor, { type, fields }, drafts);
  return new Map(prepared.map((one) => [one.draft.line, one]));
}

/** A row with its lines worked out as those of a new record, which is the most of writing it. */
export function withLinesAsNew(row: ReadRow, setting: LineSetting, language: Language): ReadRow {
  const sent = sentLinesOf(row);
  if (!row.document || !sent) return row;
  return { ...row, document: { ...row.document, asNew: prepareLines(setting, [], { sent }, language) } };
}

/** The lines that a document is to have; null where its rows say nothing of them. */
export const sentLinesOf = ({ document }: ReadRow): SentLine[] | null =>
  document && document.lines.length > 0 ? document.lines.map(({ values }) => values) : null;
