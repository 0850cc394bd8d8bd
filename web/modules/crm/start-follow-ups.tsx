import { ThunderboltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';

/** Begins with the queue of follow-ups. */
export function StartFollowUps() {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Button
      type="primary"
      icon={<ThunderboltOutlined aria-hidden />}
      onClick={() => void navigate('/crm/follow-up-run')}
    >
      {text('queue.start')}
    </Button>
  );
}
