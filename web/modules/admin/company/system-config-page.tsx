import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { companySettingCalls } from '#shared/admin/company/company-setting-calls.ts';
import { systemConfigCalls } from '#shared/admin/system-config-calls.ts';
import { longestMinimum, passwordLength } from '#shared/auth/password-length.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { mostExported } from '#shared/record/calls/record-calls.ts';
import { IdentitySection } from './identity-section.tsx';
import { NavigationSection } from './navigation-section.tsx';
import { NumberSection } from './number-section.tsx';
import { TimeSection } from './time-section.tsx';
import styles from './company.module.css';

/** Settings on the page whose changes are kept. */
const kinds = ['system_config', 'password_length', 'export_limit', 'navigation'];

/** /manager/systemconfig 企业首页: what the company is called, and what it sets for itself; each section by itself. */
export function SystemConfigPage() {
  const text = useText();
  const identity = useQuery(callQuery(systemConfigCalls.get, {}));
  const settings = useQuery(callQuery(companySettingCalls.get, {}));
  return (
    <Page title={text('page.system_config')} acts={<ChangeHistory kinds={kinds} />}>
      <PageBody>
        <div className={styles['sections']}>
          {/* a section starts anew from what is stored, as after an undo */}
          <PageState query={identity}>
            {({ name, logo }) => <IdentitySection key={`${name} ${logo}`} name={name} logo={logo} />}
          </PageState>
          <PageState query={settings}>
            {({ minPasswordLength, mostExported: rows, navigation, timeZone }) => (
              <>
                <NumberSection
                  key={`password ${minPasswordLength}`}
                  title="system_config.passwords"
                  label="system_config.min_password"
                  hint="system_config.min_password_hint"
                  range={{ min: passwordLength.min, max: longestMinimum }}
                  name="minPasswordLength"
                  value={minPasswordLength}
                  call={companySettingCalls.setPasswordLength}
                  refreshes={[companySettingCalls.get, systemConfigCalls.get]}
                />
                <NumberSection
                  key={`export ${rows}`}
                  title="system_config.exports"
                  label="system_config.most_exported"
                  hint="system_config.most_exported_hint"
                  range={{ min: 1, max: mostExported }}
                  name="mostExported"
                  value={rows}
                  call={companySettingCalls.setExportLimit}
                  refreshes={[companySettingCalls.get, personCalls.self]}
                />
                <NavigationSection key={JSON.stringify(navigation)} navigation={navigation} />
                <TimeSection timeZone={timeZone} />
              </>
            )}
          </PageState>
        </div>
      </PageBody>
    </Page>
  );
}
