import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { calendarAddress } from '#web/modules/admin/calendar-address.ts';
import { useIsOffered } from '#web/modules/page.ts';
import { SettingsSection } from './settings-section.tsx';
import styles from './company.module.css';

/** What time the company lives by, which is set elsewhere. */
export function TimeSection({ timeZone }: { readonly timeZone: string }) {
  const text = useText();
  const isOffered = useIsOffered();
  return (
    <SettingsSection title="system_config.time">
      <dl className={styles['facts']}>
        <dt>{text('system_config.time_zone')}</dt>
        <dd>{timeZone}</dd>
      </dl>
      <p>{text('system_config.time_zone_hint')}</p>
      {isOffered(calendarAddress.pathname) && <Link to={calendarAddress}>{text('system_config.calendar')}</Link>}
    </SettingsSection>
  );
}
