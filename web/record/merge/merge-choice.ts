import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { MergeCalls, MergedRow } from '#shared/record/calls/merge-calls.ts';

export type MergePreview = OutputOf<MergeCalls['mergePreview']>;

/** For each field, the record whose value it takes. */
export type FieldChoice = Readonly<Record<string, number>>;

const weightOf = (row: MergedRow): number => row.moves.reduce((sum, { total }) => sum + total, 0);

/** The default survivor: the one with most dependent records, then the oldest. */
export function likelySurvivor(rows: readonly MergedRow[]): number {
  const [first] = rows.toSorted(
    (left, right) =>
      weightOf(right) - weightOf(left) || left.createTime.localeCompare(right.createTime) || left.id - right.id,
  );
  return first?.id ?? 0;
}

/** The survivor's values, or where it has none the first of another; a choice overrides both. */
export function choiceOf(preview: MergePreview, survivor: number, chosen: FieldChoice): FieldChoice {
  return Object.fromEntries(
    preview.fields.map(({ fieldName, values }) => {
      const own = values.find((value) => value.id === survivor && value.text !== '');
      const standard = own ?? values.find((value) => value.text !== '');
      return [fieldName, chosen[fieldName] ?? standard?.id ?? survivor];
    }),
  );
}

/** The values to take from others, for the call. */
export const takenOf = (choice: FieldChoice, survivor: number): FieldChoice =>
  Object.fromEntries(Object.entries(choice).filter(([, id]) => id !== survivor));

/** Read-only records. */
export const fixedNames = (preview: MergePreview): string[] =>
  preview.rows.filter((row) => row.mayWrite !== 1).map((row) => row.name);

/** What moves from the others, by kind; people separately. */
export function comingAlong(preview: MergePreview, survivor: number): { name: string; total: number }[] {
  const kinds = new Map<string, { name: string; total: number }>();
  for (const row of preview.rows) {
    if (row.id === survivor) continue;
    for (const { kind, name, total } of row.moves) {
      if (kind !== 'member') kinds.set(kind, { name, total: total + (kinds.get(kind)?.total ?? 0) });
    }
  }
  return [...kinds.values()];
}
