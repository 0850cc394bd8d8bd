import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { StandIns } from './stand-ins.tsx';

/** /approval/stand-ins: one’s own, for everybody who approves. */
export function StandInPage() {
  const text = useText();
  // whoever sets up flows takes back what others have set
  const maySeeChanges = useMay()('manage:examineFlow:update');
  return (
    <Page title={text('flow.standIns')} acts={maySeeChanges && <ChangeHistory kinds={['stand_in']} />}>
      <PageBody>
        <StandIns />
      </PageBody>
    </Page>
  );
}
