import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Performance } from '#web/modules/crm/workbench/money/performance.tsx';
import { SalesFunnel } from '#web/modules/crm/workbench/money/sales-funnel.tsx';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { Brief } from './brief.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { QuestionBar } from '#web/record/question/question-bar.tsx';
import { useQuestion } from '#web/record/question/question.ts';
import { Ranking } from './ranking.tsx';
import { Recent } from './recent.tsx';
import { Waiting } from './waiting.tsx';
import styles from './workbench.module.css';

/** From the top. Content of other modules is passed in by the shell, since modules do not import each other. */
const dashboardParts = [
  { key: 'brief', isWide: true, Part: Brief },
  { key: 'performance', isWide: false, Part: Performance, access: permissionOf(contractType, 'index') },
  { key: 'funnel', isWide: false, Part: SalesFunnel, access: permissionOf(opportunityType, 'index') },
  { key: 'ranking', isWide: false, Part: Ranking },
  { key: 'waiting', isWide: false, Part: Waiting },
  { key: 'recent', isWide: true, Part: Recent },
] as const;

/** /crm/workbench: what was created, who did most and what waits (R21.1). */
export function WorkbenchPage() {
  const text = useText();
  const isPhone = useIsPhone();
  const may = useMay();
  const { chosen, asked, change } = useQuestion();
  const bar = <QuestionBar chosen={chosen} onChange={change} />;
  return (
    <Page title={text('page.workbench')} {...(isPhone ? { views: bar } : { acts: bar })}>
      <div className={styles['grid']}>
        <FirstSteps />
        {dashboardParts
          .filter((part) => !('access' in part) || may(part.access))
          .map(({ key, isWide, Part }) => (
            <section key={key} className={`${styles['card']} ${isWide ? styles['wide'] : ''}`}>
              <Part asked={asked} />
            </section>
          ))}
      </div>
    </Page>
  );
}
