import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ApplicationDecision, ApplicationList } from '#web/modules/admin/staff/invite/application-list.tsx';
import { LinkList } from '#web/modules/admin/staff/invite/link-list.tsx';
import { MakeInvite } from '#web/modules/admin/staff/invite/make-invite.tsx';
import { useApplications } from '#web/modules/admin/staff/invite/use-applications.ts';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import styles from './invite.module.css';

interface InvitesDrawerProps {
  /** The department that a new link begins with. */
  readonly deptId: number | null;
  readonly onClose: () => void;
}

/** Applications that wait for the user, decided one or many at once, and the links by which they came. */
export function InvitesDrawer({ deptId, onClose }: InvitesDrawerProps) {
  const text = useText();
  const [isMaking, setMaking] = useState(false);
  const applications = useApplications();
  useBackCloses(true, onClose);
  return (
    <Drawer
      open
      size={560}
      title={text('invite.entry')}
      onClose={onClose}
      footer={applications.rows.length > 0 && <ApplicationDecision {...applications} />}
    >
      <h3 className={styles['heading']}>{text('invite.applications')}</h3>
      <ApplicationList {...applications} />
      <div className={styles['head']}>
        <h3 className={styles['heading']}>{text('invite.links')}</h3>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
          {text('invite.make')}
        </Button>
      </div>
      <LinkList />
      {isMaking && <MakeInvite deptId={deptId} onClose={() => setMaking(false)} />}
    </Drawer>
  );
}
