import { Modal } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { NewFollowUps } from './new-follow-ups.tsx';
import { NewRecords } from './new-records.tsx';
import type { Asked } from './question.ts';

interface FigureRowsProps {
  readonly figure: { readonly key: string; readonly code: number };
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** The rows behind a figure. */
export function FigureRows({ figure, asked, onClose }: FigureRowsProps) {
  const text = useText();
  return (
    <Modal open width={760} footer={null} title={text(`workbench.new.${figure.key}` as MessageKey)} onCancel={onClose}>
      {figure.code === 0 ? <NewFollowUps asked={asked} /> : <NewRecords figure={figure} asked={asked} />}
    </Modal>
  );
}
