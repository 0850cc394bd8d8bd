import { call } from '#web/lib/http/client.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { permissionOf, type RecordCalls } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const EditFieldDialog = lazyOverlay(() => import('#web/record/actions/edit-field-dialog.tsx'), 'EditFieldDialog');

export const editFieldAction = (type: RecordType): RecordAction => ({
  key: 'editField',
  label: 'record_action.edit_field',
  access: permissionOf(type, 'update'),
  isForMany: true,
  changes: true,
  Dialog: EditFieldDialog,
});

/** Deletes to the recycle bin, by version: records changed since are not deleted. */
export const deleteAction = (type: RecordType, calls: RecordCalls): RecordAction => ({
  key: 'delete',
  needs: 'delete',
  label: 'record_action.delete',
  access: permissionOf(type, 'delete'),
  isDangerous: true,
  closesDetail: true,
  question: { one: 'record_action.delete_one', many: 'record_action.delete_many' },
  perform: (rows) => call(calls.remove, { [type.idsKey]: idsOf(type, rows), versions: versionsOf(type, rows) }),
});

const versionsOf = (type: RecordType, rows: readonly Readonly<Record<string, unknown>>[]): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [String(row[type.idKey]), Number(row['version'])]));
