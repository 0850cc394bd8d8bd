import { Button } from 'antd';
import { call } from '#web/lib/http/client.ts';
import { currentView, forgetView } from '#web/lib/session/viewing.ts';
import { viewingCalls } from '#shared/admin/viewing/viewing-calls.ts';
import styles from '#web/shell/viewing/view-banner.module.css';

/** Says all the time that somebody looks at the product as somebody else, and ends it. */
export function ViewBanner() {
  const view = currentView();
  if (!view) return null;
  const leave = async () => {
    await call(viewingCalls.end, {}, { quiet: true }).catch(() => undefined);
    forgetView();
  };
  return (
    <div className={styles['view']} role="status">
      <span>{view.text}</span>
      <Button size="small" onClick={() => void leave()}>
        {view.leave}
      </Button>
    </div>
  );
}
