import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { defaultLabel } from '#server/record/fields/field-set.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import { lockedAmong } from '#server/record/states/locks.ts';
import { stateOptions } from '#server/record/states/options.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stagesInForms } from '#shared/record/states/asked-stages.ts';

/** The fields of a form with the stages that it asks for, each behind the field of its group; none without that field. */
export async function stageFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: readonly FormField[],
  row: StoredRow | null,
): Promise<FormField[]> {
  let all = [...fields];
  for (const [at, { column }] of stagesInForms(type).entries()) {
    const { groupField } = column.values;
    const place = all.findIndex(({ fieldName }) => fieldName === groupField);
    const group = all[place];
    if (!group || group.masked === 1) continue;
    const isLocked = row !== null && lockedAmong(type, row, [column.column]).length > 0;
    const setting = await stateOptions(db, column, actor.language);
    const first = setting.find((option) => option.group === group.defaultValue);
    const field: FormField = {
      // no field of the set-up
      fieldId: -1 - at,
      fieldName: column.column,
      name: defaultLabel(type, column.fieldName, actor.language),
      type: 0,
      formType: column.inForms?.formType ?? 'select',
      inputTips: '',
      options: '',
      setting,
      isUnique: 0,
      isNull: 1,
      maxLength: null,
      value: row?.[column.column] ?? '',
      defaultValue: (row === null && first?.value) || '',
      fieldType: 1,
      operating: 3,
      disabled: group.disabled === 1 || isLocked ? 1 : 0,
      relation: null,
      companionOf: null,
      groupField,
    };
    all = all.toSpliced(place + 1, 0, field);
  }
  return all;
}
