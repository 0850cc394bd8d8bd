import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { usePageTitle } from '#web/lib/screen/page-title.ts';
import { useSystemConfig } from '#web/lib/system-config.ts';
import styles from '#web/shell/missing-page.module.css';

/** /404: the same for unknown addresses and for pages that this person may not see. */
export function MissingPage() {
  const text = useText();
  const navigate = useNavigate();
  useSystemConfig();
  usePageTitle(text('missing.title'));
  return (
    <main className={styles['page']}>
      <p className={styles['number']} aria-hidden>
        404
      </p>
      <h1>{text('missing.title')}</h1>
      <p>{text('missing.text')}</p>
      <Button type="primary" onClick={() => void navigate('/')}>
        {text('missing.home')}
      </Button>
    </main>
  );
}
