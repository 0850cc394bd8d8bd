import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const PassDialog = lazyOverlay(() => import('#web/record/approval/list/pass-dialog.tsx'), 'PassDialog');
const RowDecision = lazyOverlay(() => import('#web/record/approval/list/row-decision.tsx'), 'RowDecision');

/** Key of the action that passes documents, for lists that offer it in each row. */
export const passKey = 'approval.pass';

/**
 * What an approver does with documents in a list: many are passed at once, one is decided as in its detail, which has
 * buttons of its own for that.
 */
export const decisionActions = (type: RecordType): RecordAction[] => {
  const access = permissionOf(type, 'read');
  return [
    {
      key: passKey,
      label: 'approval.approve',
      access,
      shortcut: 'a',
      isForMany: true,
      Dialog: (props) => (props.rows.length === 1 ? <RowDecision kind="pass" {...props} /> : <PassDialog {...props} />),
    },
    {
      key: 'approval.reject',
      label: 'approval.reject',
      access,
      shortcut: 'r',
      isForMany: true,
      isDangerous: true,
      fits: (rows) => rows.length === 1,
      Dialog: (props) => <RowDecision kind="reject" {...props} />,
    },
  ];
};
