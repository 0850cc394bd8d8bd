import type { ImportPreview } from '#shared/record/calls/import-calls.ts';

/** Column index in the sheet (as text) to its field; '' ignores the column. */
export type ColumnChoice = Readonly<Record<string, string>>;

/** The server's mapping by heading. Each field has one column only: the first of several. */
export function startChoice({
  columns,
}: {
  readonly columns: readonly Pick<ImportPreview['columns'][number], 'index' | 'fieldName'>[];
}): ColumnChoice {
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map(({ index, fieldName }) => {
      const isFree = fieldName !== null && !taken.has(fieldName);
      if (isFree) taken.add(fieldName);
      return [String(index), isFree ? fieldName : ''];
    }),
  );
}

/** The mapping after assigning a column to a field; its previous column is ignored. */
export const withColumn = (choice: ColumnChoice, index: number, fieldName: string): ColumnChoice => ({
  ...Object.fromEntries(
    Object.entries(choice).map(([column, name]) => [column, fieldName !== '' && name === fieldName ? '' : name]),
  ),
  [String(index)]: fieldName,
});

/** Names of required fields without a column. */
export const missingFields = ({ fields }: Pick<ImportPreview, 'fields'>, choice: ColumnChoice): string[] =>
  fields
    .filter(({ required, fieldName }) => required === 1 && !Object.values(choice).includes(fieldName))
    .map(({ name }) => name);

/** Whether people should look at the match before the rows are checked: something was guessed, is unknown or is missing. */
export const needsLook = (preview: Pick<ImportPreview, 'columns' | 'fields' | 'problems'>): boolean =>
  missingFields(preview, startChoice(preview)).length > 0 ||
  preview.problems.some(({ row }) => row === null) ||
  preview.columns.some(({ fieldName, guess }) => fieldName === null || (guess !== null && guess !== 'before'));
