import { Switch } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { toast } from '#web/ui/feedback.tsx';
import styles from './run.module.css';

/** Whether this browser announces due contacts. Only this asks the browser for permission. */
export function ReminderSwitch() {
  const text = useText();
  const { remindsOfDue } = usePreferences();
  const isKnown = 'Notification' in globalThis;
  const isOn = isKnown && remindsOfDue && Notification.permission === 'granted';
  const turn = async (next: boolean) => {
    if (!next) return setPreferences({ remindsOfDue: false });
    const leave =
      Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
    setPreferences({ remindsOfDue: leave === 'granted' });
    if (leave !== 'granted') toast.warning(text('queue.reminders_denied'));
  };
  return (
    <label className={styles['switch']} title={text(isKnown ? 'queue.reminders_hint' : 'queue.reminders_unknown')}>
      <Switch size="small" checked={isOn} disabled={!isKnown} onChange={(next) => void turn(next)} />
      {text('queue.reminders')}
    </label>
  );
}
