import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './company.module.css';

/** Whether the person may change what the page shows. */
export const useMayChange = (): boolean => useMay()('manage:system:update');

/** A part of the page under its heading, at the left; the hash of an address leads to it, such as `#exports`. */
export function SettingsSection({ title, children }: { readonly title: MessageKey; readonly children: ReactNode }) {
  const text = useText();
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = hash === `#${title.slice(title.indexOf('.') + 1)}`;
  useEffect(() => {
    if (!isMeant) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [isMeant, key]);
  return (
    <section className={styles['section']} data-meant={isMeant}>
      <h2 ref={heading} tabIndex={-1}>
        {text(title)}
      </h2>
      <div>{children}</div>
    </section>
  );
}

interface SaveButtonProps {
  readonly section: MessageKey;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
}

/** 保存 of a section, for those who may change it; it stands out once there is something to save. */
export function SaveButton({ section, isChanged, isSaving }: SaveButtonProps) {
  const text = useText();
  if (!useMayChange()) return null;
  return (
    <Button
      type={isChanged ? 'primary' : 'default'}
      htmlType="submit"
      disabled={!isChanged}
      loading={isSaving}
      aria-label={text('system_config.save_section', { name: text(section) })}
    >
      {text('action.save')}
    </Button>
  );
}
