import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { call, upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { systemConfigCalls } from '#shared/admin/system-config-calls.ts';
import { LogoField, type Logo } from './logo-field.tsx';
import { SaveButton, SettingsSection, useMayChange } from './settings-section.tsx';

interface IdentityProps {
  readonly name: string;
  /** A `data:` address; empty without one. */
  readonly logo: string;
}

/** 企业名称 and 企业logo, which header and login page show. */
export function IdentitySection({ name, logo: saved }: IdentityProps) {
  const text = useText();
  const client = useQueryClient();
  const mayChange = useMayChange();
  const [entered, setEntered] = useState(name);
  const [logo, setLogo] = useState<Logo>({ url: saved, file: null });
  const [isSaving, setSaving] = useState(false);
  const isChanged = entered.trim() !== name || logo.url !== saved;
  const handleFinish = async (values: { readonly name: string }) => {
    const input = { name: values.name.trim() };
    setSaving(true);
    try {
      if (logo.file) await upload(systemConfigCalls.set, input, logo.file);
      else await call(systemConfigCalls.set, { ...input, ...(logo.url === '' && saved !== '' && { clearLogo: 1 }) });
      toast.success(textOf('system_config.saved'));
      await refreshCalls(client, systemConfigCalls.get);
    } catch {
      // the call has said why; what was entered is kept
    }
    setSaving(false);
  };
  return (
    <SettingsSection title="system_config.identity">
      <Form
        layout="vertical"
        disabled={!mayChange}
        initialValues={{ name }}
        onValuesChange={(_changed, values: { readonly name?: string }) => setEntered(values.name ?? '')}
        onFinish={(values: { readonly name: string }) => void handleFinish(values)}
      >
        <Form.Item
          name="name"
          label={text('system_config.name')}
          extra={text('system_config.name_hint')}
          rules={[{ required: true, whitespace: true, message: text('system_config.name_required') }]}
        >
          <Input maxLength={50} autoComplete="organization" />
        </Form.Item>
        <Form.Item label={text('system_config.logo')} extra={text('system_config.logo_hint')}>
          <LogoField logo={logo} isDisabled={!mayChange} onChange={setLogo} />
        </Form.Item>
        <SaveButton section="system_config.identity" isChanged={isChanged} isSaving={isSaving} />
      </Form>
    </SettingsSection>
  );
}
