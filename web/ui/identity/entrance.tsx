import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/screen/page-title.ts';
import { useSystemConfig } from '#web/lib/system-config.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { ThemeSwitch } from '#web/ui/theme/theme-switch.tsx';
import icon from '#web/ui/icon.svg';
import styles from '#web/ui/identity/entrance.module.css';

interface EntranceProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A page before the login: one card with the company's name. */
export function Entrance({ title, hint, children }: EntranceProps) {
  const { name, logo } = useSystemConfig();
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <header className={styles['tools']}>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className={styles['main']}>
        <div className={styles['brand']}>
          <img className={styles['logo']} src={logo || icon} alt="" />
          <span>{name}</span>
        </div>
        <section className={styles['card']} aria-labelledby="entrance-title">
          <h1 id="entrance-title">{title}</h1>
          {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
          {children}
        </section>
      </main>
    </div>
  );
}
