import { useQuery } from '@tanstack/react-query';
import { use, useId } from 'react';
import { useNavigate } from 'react-router';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { initialChild } from '#web/record/children/initial-child.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { NewRecordContext, RecordTypesContext } from '#web/record/record-types.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';

interface BeginProps extends ActionDialogProps {
  readonly type: RecordType;
  /** Where the new document says which record it follows from, and the key of that one's name. */
  readonly column: string;
  readonly nameKey: string;
  /** What it begins with besides. */
  readonly rest?: (id: number) => Promise<FormValues>;
}

/** The form of a new document that follows from the opened record. */
export function BeginDocument({ screen, type, column, nameKey, rest, rows, onClose, onDone }: BeginProps) {
  const showForm = use(NewRecordContext);
  const known = use(RecordTypesContext);
  const navigate = useNavigate();
  const [row = {}] = rows;
  const [id = 0] = idsOf(screen.type, rows);
  const query = useQuery({
    queryKey: [type.name, screen.type.name, id, useId()],
    queryFn: async () => {
      const relation = childRelations([type], screen.type.code).find((one) => one.column === column);
      const parent = { type: screen.type, id, name: String(row[nameKey] ?? '') };
      const [form, head, values] = await Promise.all([
        known.find((one) => one.type === type)?.load(),
        relation ? initialChild(relation, parent) : {},
        rest?.(id) ?? {},
      ]);
      return form ? { screen: form, initial: { ...head, ...values } } : null;
    },
    gcTime: 0,
  });
  if (!query.data) return null;
  return showForm({
    ...query.data,
    onClose,
    onSaved: (made) => {
      onDone({ operationId: null, count: 1, told: 'form.added' });
      const path = recordPath(type.name, made);
      if (path) void navigate(path);
    },
  });
}
