import type { ReactNode } from 'react';
import { usePickables } from '#web/record/picker/pickable.ts';
import { fieldNamed } from '#shared/record/relations/child-relations.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A record named in a cell: the module code of its type, and its id. */
export interface OpenedRecord {
  readonly code: number;
  readonly id: number;
}

interface RelatedLinkProps {
  /** The type of the row. */
  readonly type: RecordType;
  /** Key of the cell on rows, such as `customerName`. */
  readonly name: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly onOpen: (record: OpenedRecord) => void;
  readonly children: ReactNode;
}

/** The name of a related record as a link; other cells, and those without the right to the list, are unchanged. */
export function RelatedLink({ type, name, row, onOpen, children }: RelatedLinkProps) {
  const pickables = usePickables();
  const field = fieldNamed(type, name);
  if (!field?.relation) return children;
  const code = field.relation.to;
  const page = pickables.find((one) => one.code === code)?.path;
  const id = Number(row[camelCase(field.fieldName)]);
  if (page === undefined || !Number.isSafeInteger(id) || id <= 0) return children;
  return (
    <a
      href={`${page}?rowId=${id}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen({ code, id });
      }}
    >
      {children}
    </a>
  );
}
