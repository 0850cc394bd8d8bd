import { Modal } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { NewFollowUps } from './new-follow-ups.tsx';
import { NewRecords } from './new-records.tsx';
import type { Asked } from './question.ts';

/** What a figure counts: records of a type made new, or with `isFollowed` those followed up; follow-ups under the code 0. */
export interface Figure {
  readonly key: string;
  readonly code: number;
  readonly isFollowed?: true;
}

interface FigureRowsProps {
  readonly figure: Figure;
  /** Of one person alone. */
  readonly name?: string;
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** The rows behind a figure. */
export function FigureRows({ figure, name, asked, onClose }: FigureRowsProps) {
  const text = useText();
  const noun = figure.isFollowed ? text('workbench.followed') : text(`workbench.new.${figure.key}` as MessageKey);
  return (
    <Modal open width={760} footer={null} title={name === undefined ? noun : `${name} · ${noun}`} onCancel={onClose}>
      {figure.code === 0 ? <NewFollowUps asked={asked} /> : <NewRecords figure={figure} asked={asked} />}
    </Modal>
  );
}
