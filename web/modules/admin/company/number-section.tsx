import { Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { companySettingCalls } from '#shared/admin/company/company-setting-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { SaveButton, SettingsSection, useMayChange } from './settings-section.tsx';
import styles from './company.module.css';

type Calls = typeof companySettingCalls;

interface NumberSectionProps {
  readonly title: MessageKey;
  readonly label: MessageKey;
  readonly hint: MessageKey;
  readonly range: { readonly min: number; readonly max: number };
  /** What the call takes it as. */
  readonly name: 'minPasswordLength' | 'mostExported';
  readonly value: number;
  readonly call: Calls['setPasswordLength'] | Calls['setExportLimit'];
  readonly refreshes: readonly Endpoint[];
}

/** A setting that is one whole number within bounds. */
export function NumberSection({ title, label, hint, range, name, value, call, refreshes }: NumberSectionProps) {
  const text = useText();
  const mayChange = useMayChange();
  const [entered, setEntered] = useState<number | null>(value);
  const save = useAction<Endpoint>(call, {
    refreshes,
    onDone: () => toast.success(textOf('system_config.saved')),
  });
  const words = { min: range.min, max: range.max.toLocaleString('en') };
  return (
    <SettingsSection title={title}>
      <Form
        layout="vertical"
        requiredMark={false}
        disabled={!mayChange}
        initialValues={{ [name]: value }}
        onValuesChange={(_changed, values: Partial<Record<typeof name, number | null>>) =>
          setEntered(values[name] ?? null)
        }
        onFinish={(values: Partial<Record<typeof name, number>>) => save.mutate({ [name]: values[name] })}
      >
        <Form.Item
          name={name}
          label={text(label)}
          extra={text(hint, words)}
          rules={[{ required: true, type: 'integer', ...range, message: text('system_config.range', words) }]}
        >
          <InputNumber className={styles['number'] ?? ''} inputMode="numeric" />
        </Form.Item>
        <SaveButton section={title} isChanged={entered !== value} isSaving={save.isPending} />
      </Form>
    </SettingsSection>
  );
}
