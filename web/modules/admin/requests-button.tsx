import { AuditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useRequestCount } from './request-count.ts';

/** Says how many requests wait for the user; absent without any. */
export function RequestsButton({ onOpen }: { readonly onOpen: () => void }) {
  const text = useText();
  const waiting = useRequestCount().data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Button icon={<AuditOutlined aria-hidden />} onClick={onOpen}>
      {text('rights.waiting_count', { count: waiting })}
    </Button>
  );
}
