import { CameraOutlined } from '@ant-design/icons';
import { useRef, useState, type ChangeEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { OwnUser } from '#shared/auth/session-calls.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import styles from './person-page.module.css';

/** The picture; pressing it changes it. */
export function AvatarButton({ user }: { readonly user: OwnUser }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<File | null>(null);
  const choose = () => input.current?.click();
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setSource(target.files?.[0] ?? null);
    // the same file may be chosen again
    target.value = '';
  };
  return (
    <>
      <button
        type="button"
        className={styles['avatar']}
        aria-label={text('person.change_avatar')}
        title={text('person.change_avatar')}
        onClick={choose}
      >
        <Avatar name={user.realname} img={user.img} size={72} isDecorative />
        <span className={styles['camera']} aria-hidden>
          <CameraOutlined />
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        onChange={handleChange}
      />
      {source && <AvatarDialog source={source} onOther={choose} onClose={() => setSource(null)} />}
    </>
  );
}
