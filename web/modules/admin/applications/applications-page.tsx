import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { applicationCalls, type ApplicationShown } from '#shared/admin/company/application-calls.ts';
import { applicationTypes } from '#shared/admin/company/applications.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { ApplicationRow } from './application-row.tsx';
import styles from './applications.module.css';

interface Group {
  readonly title: MessageKey;
  /** What is said where there are none; a group without it is left out then. */
  readonly none?: MessageKey;
  readonly has: (application: ApplicationShown) => boolean;
}

const isUsable = ({ type }: ApplicationShown): boolean => type === applicationTypes.usable;
const groups: readonly Group[] = [
  { title: 'application.on', none: 'application.none_on', has: (one) => isUsable(one) && one.status === 1 },
  { title: 'application.off', none: 'application.none_off', has: (one) => isUsable(one) && one.status === 0 },
  { title: 'application.coming_group', has: (one) => !isUsable(one) },
];

/** /manager/application 应用管理: which areas the company uses. */
export function ApplicationsPage() {
  const text = useText();
  const query = useQuery(callQuery(applicationCalls.list, {}));
  return (
    <Page title={text('page.applications')} acts={<ChangeHistory kinds={['application']} />}>
      <PageBody>
        <PageState query={query}>
          {(all) => groups.map((group) => <ApplicationGroup key={group.title} group={group} all={all} />)}
        </PageState>
      </PageBody>
    </Page>
  );
}

function ApplicationGroup({ group, all }: { readonly group: Group; readonly all: readonly ApplicationShown[] }) {
  const text = useText();
  const shown = all.filter(group.has);
  if (shown.length === 0 && group.none === undefined) return null;
  return (
    <section className={styles['group']} aria-label={text(group.title)}>
      <h2>{text(group.title)}</h2>
      {shown.length === 0 && group.none && <p className={styles['none']}>{text(group.none)}</p>}
      {shown.length > 0 && (
        <ul className={styles['list']}>
          {shown.map((application) => (
            <ApplicationRow key={application.settingId} application={application} />
          ))}
        </ul>
      )}
    </section>
  );
}
