import { Typography } from 'antd';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { notice } from '#web/ui/feedback.tsx';
import type { HandedOver } from '#shared/admin/rights-request-calls.ts';
import styles from './requests.module.css';

/** Shows the links once: nobody can look them up later (security N12). */
export const tellLinks = (links: readonly HandedOver[]): Promise<void> =>
  notice({
    title: textOf('rights.links_title'),
    text: (
      <>
        <p>{textOf('rights.links_text')}</p>
        <dl className={styles['links']}>
          {links.map(({ userId, realname, username, token }) => (
            <div key={userId}>
              <dt>{textOf('rights.link_of', { name: realname, username })}</dt>
              <dd>
                <Typography.Text copyable className={styles['link'] ?? ''}>
                  {`${location.origin}/set-password#${token}`}
                </Typography.Text>
              </dd>
            </div>
          ))}
        </dl>
      </>
    ),
  });
