import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { MergeCalls } from '#shared/record/calls/merge-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const MergeDialog = lazyOverlay(() => import('#web/record/merge/merge-dialog.tsx'), 'MergeDialog');

/** As many as can be compared side by side. */
const mostCompared = 5;

/** Merges two to five selected records. */
export const mergeAction = (type: RecordType, calls: MergeCalls): RecordAction => ({
  key: 'merge',
  needs: 'merge',
  label: 'merge.action',
  access: permissionOf(type, 'update'),
  changes: true,
  fits: (rows) => rows.length >= 2 && rows.length <= mostCompared,
  Dialog: (props) => <MergeDialog {...props} calls={calls} />,
});
