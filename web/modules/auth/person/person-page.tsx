import { ArrowLeftOutlined, EditOutlined, LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { personParts } from '#web/modules/auth/pages.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { AvatarButton } from './avatar-button.tsx';
import { DeviceList } from './device-list.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { PersonBasics } from './person-basics.tsx';
import { PersonDialog } from './person-dialog.tsx';
import styles from './person-page.module.css';

type Dialog = 'person' | 'password' | null;

/** /person/index: profile, password, picture and logins (R5.12). */
export function PersonPage() {
  const text = useText();
  const navigate = useNavigate();
  const { user } = useSession();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  return (
    <Page
      title={text('shell.person')}
      acts={
        <>
          <Button icon={<LockOutlined aria-hidden />} onClick={() => setDialog('password')}>
            {text('person.change_password')}
          </Button>
          <Button icon={<EditOutlined aria-hidden />} onClick={() => setDialog('person')}>
            {text('action.edit')}
          </Button>
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void navigate(-1)}>
            {text('action.back')}
          </Button>
        </>
      }
    >
      <PageBody>
        <div className={styles['page']}>
          <section className={styles['card']}>
            <div className={styles['who']}>
              <AvatarButton user={user} />
              <div>
                <p className={styles['name']}>{user.realname}</p>
                <p className={styles['place']}>
                  {[user.deptName, user.post].filter((part) => part !== '').join(' · ')}
                </p>
              </div>
            </div>
            <PersonBasics user={user} />
          </section>
          <DeviceList />
          {personParts.map((Part, place) => (
            <Suspense key={place} fallback={null}>
              <Part />
            </Suspense>
          ))}
        </div>
      </PageBody>
      {dialog === 'person' && <PersonDialog user={user} onClose={close} />}
      {dialog === 'password' && <PasswordDialog onClose={close} />}
    </Page>
  );
}
