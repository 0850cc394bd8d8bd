import { linesChanged, type PreparedLines } from '#server/record/lines/prepare-lines.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import type { Values } from '#server/record/registry.ts';
import type { Change } from '#server/record/rows/events.ts';

/** Names of changes of lines in the log: of a line as a whole, of their order, and of one field. */
export const wholeLine = 'lines';
export const lineOrder = 'lines.order';
export const lineFieldId = (fieldName: string): string => `lines.${fieldName}`;

/** What names a line. */
export const lineTitle = ({ lines }: LineSetting, values: Values): string => String(values[lines.searchField] ?? '');

/** What the log says of lines: removed, changed by field and added ones, each with its name. */
export function loggedLineChanges(lines: PreparedLines | null): Change[] {
  if (!linesChanged(lines)) return [];
  const { setting, next, changed, removed, isReordered } = lines;
  const titleOf = (values: Values) => lineTitle(setting, values);
  return [
    ...removed.map(({ id, values }): Change => {
      const title = titleOf(values);
      return { id: wholeLine, name: '', from: title, to: null, line: { id, title } };
    }),
    ...changed.flatMap(({ line, next: values, fields }) =>
      fields.map(({ fieldName }): Change => ({
        id: lineFieldId(fieldName),
        name: fieldName,
        from: line.values[fieldName] ?? null,
        to: values[fieldName] ?? null,
        line: { id: line.id, title: titleOf(line.values) || titleOf(values) },
      })),
    ),
    ...next
      .filter(({ id }) => id === null)
      .map(({ values }): Change => {
        const title = titleOf(values);
        return { id: wholeLine, name: '', from: null, to: title, line: { id: null, title } };
      }),
    ...(isReordered ? [{ id: lineOrder, name: '', from: null, to: null, line: { id: null, title: '' } }] : []),
  ];
}
