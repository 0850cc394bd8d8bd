import type { ReactNode } from 'react';
import { usePickables } from '#web/record/picker/pickable.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import type { FormType } from '#shared/record/field.ts';
import { isRelated, relations } from '#shared/record/relation.ts';

/** A record that a cell names: the module code of its type, and its id. */
export interface OpenedRecord {
  readonly code: number;
  readonly id: number;
}

interface RelatedLinkProps {
  readonly head: Pick<ListHead, 'formType'>;
  readonly row: Readonly<Record<string, unknown>>;
  readonly onOpen: (record: OpenedRecord) => void;
  readonly children: ReactNode;
}

/** The name of a related record, which opens it; any other cell, and one without the right to the list, as it is. */
export function RelatedLink({ head, row, onOpen, children }: RelatedLinkProps) {
  const pickables = usePickables();
  const formType = head.formType as FormType;
  if (!isRelated(formType)) return children;
  const { code, idKey } = relations[formType];
  const page = pickables.find((one) => one.code === code)?.path;
  const id = Number(row[idKey]);
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
