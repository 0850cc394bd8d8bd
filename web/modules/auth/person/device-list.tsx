import { useQuery } from '@tanstack/react-query';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { deviceCalls, type LoginRow } from '#shared/auth/person-calls.ts';
import { Device } from './device.tsx';
import { deviceName } from '#web/lib/session/device-name.ts';
import styles from './person-page.module.css';

/** The person's own logins, and how to end them (security N11). */
export function DeviceList() {
  const text = useText();
  const query = useQuery(callQuery(deviceCalls.list, {}));
  const end = useAction(deviceCalls.end, {
    refreshes: [deviceCalls.list],
    onDone: () => toast.success(textOf('action.done')),
  });

  const handleEnd = async ({ loginId, userAgent }: LoginRow) => {
    const isSure = await confirm({
      title: text('devices.end'),
      text: text('devices.end_confirm', { device: deviceName(userAgent) || text('devices.unknown') }),
      okText: text('devices.end'),
      isDangerous: true,
    });
    if (isSure) end.mutate({ loginId });
  };

  return (
    <section className={styles['card']}>
      <h2>{text('devices.title')}</h2>
      <p className={styles['hint']}>{text('devices.hint')}</p>
      <PageState query={query} isEmpty={(logins) => logins.length === 0}>
        {(logins) => (
          <ul className={styles['devices']}>
            {logins.map((login) => (
              <Device key={login.loginId} login={login} onEnd={() => void handleEnd(login)} />
            ))}
          </ul>
        )}
      </PageState>
    </section>
  );
}
