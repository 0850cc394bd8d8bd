import { useText } from '#web/lib/i18n/i18n.ts';
import type { Figure, PageAt } from './figure.ts';
import { NewFollowUps } from './new-follow-ups.tsx';
import { NewRecords } from './new-records.tsx';
import type { Asked } from '#web/record/question/question.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface FigureRowsProps {
  readonly figure: Figure;
  /** Of one person only. */
  readonly name?: string;
  readonly asked: Asked;
  readonly pageAt: PageAt;
  readonly onClose: () => void;
}

/** The rows behind a figure. */
export function FigureRows({ figure, name, asked, pageAt, onClose }: FigureRowsProps) {
  const text = useText();
  const noun = figure.isFollowed ? text('workbench.followed') : text(`workbench.new.${figure.key}`);
  return (
    <Dialog
      open
      isInAddress
      width={760}
      footer={null}
      title={name === undefined ? noun : `${name} · ${noun}`}
      onCancel={onClose}
    >
      {figure.code === 0 ? (
        <NewFollowUps asked={asked} pageAt={pageAt} />
      ) : (
        <NewRecords figure={figure} asked={asked} pageAt={pageAt} />
      )}
    </Dialog>
  );
}
