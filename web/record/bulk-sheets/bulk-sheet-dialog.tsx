import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { refreshAll } from '#web/record/actions/undo-action.ts';
import { BulkSheetResult } from '#web/record/bulk-sheets/bulk-sheet-result.tsx';
import { BulkSheetSetup } from '#web/record/bulk-sheets/bulk-sheet-setup.tsx';
import { offeredKinds } from '#web/record/bulk-sheets/offered-kinds.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { BulkSheetAnswer, BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';

interface BulkSheetDialogProps {
  readonly calls: BulkSheetCalls;
  readonly onClose: () => void;
}

/** Applies a sheet to the records that it names: three steps, then the result per row (R14.6). */
export function BulkSheetDialog({ calls, onClose }: BulkSheetDialogProps) {
  const text = useText();
  const kinds = offeredKinds(calls, useMay());
  const [answer, setAnswer] = useState<BulkSheetAnswer | null>(null);
  const handleDone = (done: BulkSheetAnswer) => {
    setAnswer(done);
    if (done.operationId !== null) void refreshAll();
  };
  return (
    <Dialog
      open
      title={text('bulk_sheet.dialog.title')}
      width={760}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {answer ? (
        <BulkSheetResult
          answer={answer}
          onClose={onClose}
          onAgain={() => setAnswer(null)}
          onUndone={() => void refreshAll()}
        />
      ) : kinds.length === 0 ? (
        <EmptyState />
      ) : (
        <BulkSheetSetup calls={calls} kinds={kinds} onClose={onClose} onDone={handleDone} />
      )}
    </Dialog>
  );
}
