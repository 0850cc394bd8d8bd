import { camelCase } from '#shared/record/field.ts';
import type { LineDeclaration, RecordType } from '#shared/record/record-type.ts';

/** Maximum lines of one document. */
export const maxLines = 500;

/** Wire key of a line's id. */
export const lineIdKey = ({ idColumn }: LineDeclaration): string => camelCase(idColumn);

const lineTypes = new WeakMap<LineDeclaration, RecordType>();

/**
 * The lines of a type for fields, labels and levels: a separate type that has no list, named by its search field. Null
 * for types without lines.
 */
export function lineTypeOf(type: RecordType): RecordType | null {
  const { lines, ...head } = type;
  if (!lines) return null;
  const known = lineTypes.get(lines);
  if (known) return known;
  const made: RecordType = {
    ...head,
    code: lines.code,
    name: `${type.name}.line` as RecordType['name'],
    table: lines.table,
    idColumn: lines.idColumn,
    idKey: lineIdKey(lines),
    titleField: lines.searchField,
    fields: lines.fields,
    starterFields: [],
    searchFields: [lines.searchField],
    systemColumns: [],
    rowColumns: [],
  };
  lineTypes.set(lines, made);
  return made;
}
