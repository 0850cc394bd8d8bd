import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { lineSettingOf, type StoredLine } from '#server/record/lines/stored-lines.ts';
import type { RuleLine, Values } from '#server/record/registry.ts';
import { unlinkableAmong } from '#server/record/rows/related.ts';
import { isComputed } from '#shared/record/field.ts';
import type { LineDeclaration, RecordType } from '#shared/record/record-type.ts';

/** A line as an import keeps it beside the former values of its document: its columns but those of the document. */
export type FormerLine = Values;

export const formerLines = ({ idColumn }: LineDeclaration, stored: readonly StoredLine[]): FormerLine[] =>
  stored.map(({ id, place, values }) => ({ ...values, [idColumn]: id, place }));

export const asRuleLines = ({ idColumn }: LineDeclaration, former: readonly FormerLine[]): RuleLine[] =>
  former.map(({ [idColumn]: id, ...values }) => ({ id: Number(id), values }));

/** Of documents whose former lines are to come back, those of which a line is not the actor's to write now, or points to what is not. */
export async function closedLines<One extends { readonly linesBefore?: readonly FormerLine[] | null }>(
  db: Database,
  actor: Actor,
  type: RecordType,
  records: readonly One[],
): Promise<One[]> {
  const concerned = records.filter(({ linesBefore }) => linesBefore !== undefined);
  const setting = concerned.length > 0 ? await lineSettingOf(db, actor, type) : null;
  if (!setting) return [];
  // lines go back as a whole
  if (setting.fields.all.some((field) => (field.hidden || field.readOnly) && !isComputed(field))) return concerned;
  const lines = concerned.flatMap((record) => (record.linesBefore ?? []).map((values) => ({ record, values })));
  const unlinkable = await unlinkableAmong(db, actor, setting.fields.all, lines);
  const left = new Set([...unlinkable.keys()].map(({ record }) => record));
  // imports of earlier versions kept none
  return concerned.filter((record) => record.linesBefore === null || left.has(record));
}
