import { useText } from '#web/lib/i18n/i18n.ts';
import { grants } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { addDashboardParts, dashboardParts } from './dashboard.ts';
import { Brief } from './brief.tsx';
import { QuestionBar } from './question-bar.tsx';
import { useQuestion } from './question.ts';
import { Ranking } from './ranking.tsx';
import { Recent } from './recent.tsx';
import { Waiting } from './waiting.tsx';
import styles from './workbench.module.css';

addDashboardParts([
  { key: 'brief', place: 10, isWide: true, needs: null, Part: Brief },
  { key: 'ranking', place: 20, isWide: false, needs: null, Part: Ranking },
  { key: 'waiting', place: 30, isWide: false, needs: null, Part: Waiting },
  { key: 'recent', place: 90, isWide: true, needs: null, Part: Recent },
]);

/** /crm/workbench: what was made new, who did most and what waits (spec §2, reference crm §12). */
export function WorkbenchPage() {
  const text = useText();
  const { tree } = useSession();
  const { chosen, asked, change } = useQuestion();
  return (
    <section className={styles['page']}>
      <header className={styles['header']}>
        <h1>{text('page.workbench')}</h1>
        <QuestionBar chosen={chosen} onChange={change} />
      </header>
      <div className={styles['grid']}>
        {dashboardParts()
          .filter(({ needs }) => needs === null || grants(tree, needs))
          .map(({ key, isWide, Part }) => (
            <section key={key} className={`${styles['card']} ${isWide ? styles['wide'] : ''}`}>
              <Part asked={asked} />
            </section>
          ))}
      </div>
    </section>
  );
}
