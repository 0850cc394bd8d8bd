import { Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { outsideKeyLimit, outsideUrlLimit } from '#shared/platform/outbox-calls.ts';
import styles from './service-fields.module.css';

interface ServiceFieldsProps {
  readonly hasKey: boolean;
  readonly urlHint?: string;
  readonly switchHint?: ReactNode;
}

/** What the setting of a service outside asks in its form: `isOn`, `url`, and `key`, of which only is told whether there is one. */
export function ServiceFields({ hasKey, urlHint, switchHint }: ServiceFieldsProps) {
  const text = useText();
  return (
    <>
      <Form.Item extra={switchHint}>
        <label className={styles['switch']}>
          <Form.Item name="isOn" valuePropName="checked" noStyle>
            <Switch />
          </Form.Item>
          {text('messaging.is_on')}
        </label>
      </Form.Item>
      <Form.Item name="url" label={text('messaging.url')} extra={urlHint ?? text('messaging.url_https')}>
        <Input maxLength={outsideUrlLimit} inputMode="url" autoComplete="off" />
      </Form.Item>
      <Form.Item name="key" label={text('messaging.key')} extra={text('messaging.key_hint')}>
        <Input.Password
          maxLength={outsideKeyLimit}
          autoComplete="new-password"
          placeholder={text(hasKey ? 'messaging.key_set' : 'messaging.key_none')}
        />
      </Form.Item>
    </>
  );
}
