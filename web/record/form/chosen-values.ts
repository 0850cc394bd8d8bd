import { call } from '#web/lib/http/client.ts';
import { copied, copiedLines } from '#web/record/children/initial-child.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { pointedTo } from '#web/record/form/within.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';

/**
 * What a form takes from a record that was chosen in one of its fields, as a new child of that record would, as far as
 * the user sees it.
 */
export async function chosenValues(type: RecordType, fieldName: string, value: unknown): Promise<FormValues> {
  const relation = declaredField(type, fieldName)?.relation;
  const id = pointedTo(type, fieldName, value);
  if (!relation?.copies || id === null) return {};
  const asked = { label: relation.to, id };
  try {
    const [fields, lines] = await Promise.all([
      call(fieldCalls.form, asked, { quiet: true }),
      relation.copiesLines === true ? call(fieldCalls.lines, asked, { quiet: true }) : null,
    ]);
    return { ...copied(relation.copies, fields), ...(lines && copiedLines(type, lines)) };
  } catch {
    // it can be chosen and not read: everything is typed
    return {};
  }
}
