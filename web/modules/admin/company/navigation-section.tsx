import { Form, Input } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { companySettingCalls } from '#shared/admin/company/company-setting-calls.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { navigationEntries, navigationNames, type NavigationEntry } from '#shared/platform/navigation.ts';
import { SaveButton, SettingsSection, useMayChange } from './settings-section.tsx';

type Navigation = Readonly<Record<NavigationEntry, string>>;

const https = /^https:\/\/[^\s@]+$/i;

/** Where the entries of the header lead that are no pages of the product. */
export function NavigationSection({ navigation }: { readonly navigation: Navigation }) {
  const text = useText();
  const mayChange = useMayChange();
  const [entered, setEntered] = useState<Navigation>(navigation);
  const save = useAction(companySettingCalls.setNavigation, {
    refreshes: [companySettingCalls.get, personCalls.self],
    onDone: () => toast.success(textOf('system_config.saved')),
  });
  return (
    <SettingsSection title="system_config.navigation">
      <Form<Navigation>
        layout="vertical"
        requiredMark={false}
        disabled={!mayChange}
        scrollToFirstError={{ focus: true }}
        initialValues={navigation}
        onValuesChange={(_changed, values) => setEntered(values)}
        onFinish={(values) => save.mutate(values)}
      >
        <p>{text('system_config.navigation_hint')}</p>
        {navigationEntries.map((entry) => (
          <Form.Item
            key={entry}
            name={entry}
            label={text('system_config.address', { name: text(navigationNames[entry]) })}
            rules={[{ pattern: https, transform: trimmed, message: text('system_config.address_wrong') }]}
          >
            <Input type="url" maxLength={500} placeholder="https://" />
          </Form.Item>
        ))}
        <SaveButton
          section="system_config.navigation"
          isChanged={navigationEntries.some((entry) => trimmed(entered[entry]) !== navigation[entry])}
          isSaving={save.isPending}
        />
      </Form>
    </SettingsSection>
  );
}

const trimmed = (address: string | undefined): string => (address ?? '').trim();
