import { LockOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/states/state.module.css';

interface ErrorStateProps {
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

/** What failed, with the server's message if there is one, and a retry button. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const text = useText();
  const isDenied = isCallError(error) && error.code === 403;
  const words = isCallError(error) && error.msg !== '' ? error.msg : text(isDenied ? 'state.denied' : 'state.failed');
  const Icon = isDenied ? LockOutlined : WarningOutlined;
  return (
    <div className={styles['state']} role="alert">
      <Icon className={styles['icon']} aria-hidden />
      <p className={styles['words']}>{words}</p>
      {onRetry && !isDenied && (
        <Button onClick={onRetry} loading={isRetrying}>
          {text('action.retry')}
        </Button>
      )}
    </div>
  );
}
