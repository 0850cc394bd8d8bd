import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useDecisions } from '#web/record/approval/use-decisions.tsx';
import { useApproval } from '#web/record/approval/use-approval.ts';
import type { ActionDialogProps, RecordScreen } from '#web/record/record-screen.ts';
import { idOf } from '#web/record/row.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

interface RowDecisionProps extends Pick<ActionDialogProps, 'screen' | 'rows' | 'onClose'> {
  readonly kind: 'pass' | 'reject';
}

/** Decides on one document of a list, with what its approval asks for. */
export function RowDecision({ kind, screen, rows, onClose }: RowDecisionProps) {
  const [row] = rows;
  const id = row ? idOf(screen.type, row) : 0;
  const approval = useApproval(screen, id);
  // what is asked once stays, with what is typed
  const [first, setFirst] = useState(approval);
  if (first === undefined && approval !== undefined) setFirst(approval);
  if (!approval || first === undefined) return approval === null ? <Late onClose={onClose} /> : null;
  return first?.isCheck === 1 ? (
    <Ask screen={screen} id={id} approval={approval} kind={kind} onClose={onClose} />
  ) : (
    <Late onClose={onClose} />
  );
}

interface AskProps extends Pick<RowDecisionProps, 'kind' | 'onClose'> {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly approval: ApprovalRecord;
}

function Ask({ screen, id, approval, kind, onClose }: AskProps) {
  const { start, dialog } = useDecisions(screen, id, approval, onClose);
  const begin = useEffectEvent(() => start(kind));
  useEffect(() => begin(), []);
  return dialog;
}

/** Somebody else has decided meanwhile. */
function Late({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const leave = useEffectEvent(() => {
    toast.error(text('approval.no_task'));
    onClose();
  });
  useEffect(() => leave(), []);
  return null;
}
