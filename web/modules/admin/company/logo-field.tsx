import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { LogoDialog } from './logo-dialog.tsx';
import styles from './company.module.css';

/** A picture that is shown; with its file while it is not saved. */
export interface Logo {
  /** Empty without one. */
  readonly url: string;
  readonly file: File | null;
}

const accepted = ['image/png', 'image/jpeg', 'image/gif'];

interface LogoFieldProps {
  readonly logo: Logo;
  readonly isDisabled: boolean;
  readonly onChange: (logo: Logo) => void;
}

/** A box to upload a logo into, then its preview with a button that removes it. */
export function LogoField({ logo, isDisabled, onChange }: LogoFieldProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<File | null>(null);
  useEffect(() => {
    const { url, file } = logo;
    return () => {
      if (file) URL.revokeObjectURL(url);
    };
  }, [logo]);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // the same file may be chosen again
    target.value = '';
    if (!file) return;
    if (accepted.includes(file.type)) setSource(file);
    else toast.error(textOf('system_config.logo_type'));
  };
  return (
    <>
      {logo.url === '' ? (
        <button type="button" className={styles['upload']} disabled={isDisabled} onClick={() => input.current?.click()}>
          <PlusOutlined aria-hidden />
          {text('system_config.logo_upload')}
        </button>
      ) : (
        <div className={styles['preview']}>
          <img src={logo.url} alt={text('system_config.logo_alt')} />
          {!isDisabled && (
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={text('system_config.logo_remove')}
              title={text('system_config.logo_remove')}
              onClick={() => onChange({ url: '', file: null })}
            />
          )}
        </div>
      )}
      {/* the library shows those of forms, hidden or not */}
      <input ref={input} type="file" style={{ display: 'none' }} accept={accepted.join()} onChange={handleChange} />
      {source && (
        <LogoDialog
          source={source}
          onClose={() => setSource(null)}
          onDone={(file) => {
            onChange({ url: URL.createObjectURL(file), file });
            setSource(null);
          }}
        />
      )}
    </>
  );
}
