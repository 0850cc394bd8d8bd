import { useText } from '#web/lib/i18n/i18n.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { StandIns } from './stand-ins.tsx';

/** /approval/stand-ins: one’s own, for everybody who approves. */
export function StandInPage() {
  const text = useText();
  return (
    <Page title={text('flow.standIns')}>
      <PageBody>
        <StandIns />
      </PageBody>
    </Page>
  );
}
