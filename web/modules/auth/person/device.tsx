import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { LoginRow } from '#shared/auth/person-calls.ts';
import { deviceName } from '#web/lib/session/device-name.ts';
import styles from './person-page.module.css';

interface DeviceProps {
  readonly login: LoginRow;
  readonly onEnd: () => void;
}

const mobile = 2;

export function Device({ login, onEnd }: DeviceProps) {
  const text = useText();
  const isMobile = login.client === mobile;
  const Icon = isMobile ? MobileOutlined : DesktopOutlined;
  const name = deviceName(login.userAgent) || text('devices.unknown');
  return (
    <li className={styles['device']}>
      <Icon className={styles['deviceIcon']} aria-hidden />
      <div className={styles['deviceText']}>
        <p className={styles['deviceName']}>
          {name} · {text(isMobile ? 'devices.mobile' : 'devices.web')}
          {login.isCurrent === 1 && <StatusTag tone="success">{text('devices.current')}</StatusTag>}
        </p>
        <p className={styles['deviceFacts']}>
          <span>{text('devices.address', { address: login.address })}</span>
          <span>{text('devices.since', { time: minuteOf(login.createTime) })}</span>
          <span>{text('devices.last', { time: minuteOf(login.lastUsedTime) })}</span>
        </p>
      </div>
      {login.isCurrent === 0 && (
        <Button danger size="small" aria-label={`${text('devices.end')} ${name}`} onClick={onEnd}>
          {text('devices.end')}
        </Button>
      )}
    </li>
  );
}

/** Seconds are for logs. */
const minuteOf = (time: string): string => time.slice(0, 16);
