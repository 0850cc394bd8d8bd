import { customKey, fieldColumn } from '#server/record/fields/columns.ts';
import { comparedCharacters } from '#server/record/field-indexes/compared.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export const indexName = (type: Pick<RecordType, 'table'>, fieldId: number): string => `${type.table}_field_${fieldId}`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Makes the index without a lock that writes wait for. Its expressions are those of filters and orders. */
export function indexStatement(type: RecordType, field: Field): string {
  const on = `create index concurrently if not exists ${quoted(indexName(type, field.fieldId))} on ${quoted(type.table)}`;
  return `${on} ${contentOf(type, field)} where deleted_at is null`;
}

function contentOf(type: RecordType, field: Field): string {
  const { storage } = fieldColumn(field);
  const key = `'${customKey(field)}'`;
  const isFixed = field.fieldType === 1;
  const text = isFixed ? quoted(field.fieldName) : `(custom ->> ${key})`;
  const id = quoted(type.idColumn);
  switch (storage) {
    case 'text':
      return `((left(${text}, ${comparedCharacters}) collate "zh-x-icu"), ${id})`;
    case 'id_list':
    case 'text_list': {
      const list = isFixed ? quoted(field.fieldName) : `(custom -> ${key})`;
      return `using gin ((coalesce(${list}, '[]'::jsonb)) jsonb_path_ops)`;
    }
    default:
      return `((${isFixed ? text : `${text}::${storage === 'numeric' ? 'numeric' : 'text'}`}), ${id})`;
  }
}

export const dropStatement = (name: string): string => `drop index concurrently if exists ${quoted(name)}`;

export const analyzeStatement = ({ table }: RecordType): string => `analyze ${quoted(table)}`;
