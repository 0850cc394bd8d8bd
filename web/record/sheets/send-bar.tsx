import { Button, Progress } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/import.module.css';

interface SendBarProps {
  /** Share of the sheet that was sent, 0 to 1; null while idle. */
  readonly share: number | null;
  /** The message after sending, while the answer is awaited. */
  readonly runningText?: string;
  /** The send button. */
  readonly startText: string;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Sends a sheet, and shows its progress. */
export function SendBar({ share, runningText, startText, onStart, onClose, ...button }: SendBarProps) {
  const text = useText();
  const { isDisabled = false, isDangerous = false } = button;
  const percent = Math.round((share ?? 0) * 100);
  return (
    <>
      {share !== null && <Progress percent={percent} aria-label={text('import.dialog.sending', { percent })} />}
      {share === 1 && runningText !== undefined && <p role="status">{runningText}</p>}
      <div className={styles['footer']}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" danger={isDangerous} loading={share !== null} disabled={isDisabled} onClick={onStart}>
          {startText}
        </Button>
      </div>
    </>
  );
}
