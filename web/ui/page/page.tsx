import type { ReactNode } from 'react';
import styles from '#web/ui/page/page.module.css';

interface PageProps {
  readonly title: string;
  /** Views of the page, on the line of its title. */
  readonly views?: ReactNode;
  /** What can be done here: quiet buttons and at most one primary one, at the end of the line. */
  readonly acts?: ReactNode;
  /** Width of a panel that stands beside the page, which shrinks; none by default. */
  readonly beside?: string | undefined;
  readonly children: ReactNode;
}

/** A page that fills the sheet: its title line stays, what is below scrolls by itself. */
export const Page = ({ title, views, acts, beside, children }: PageProps) => (
  <section className={styles['page']} {...(beside && { style: { marginInlineEnd: beside } })}>
    <header className={styles['bar']}>
      <h1>{title}</h1>
      {views}
      {acts && <div className={styles['acts']}>{acts}</div>}
    </header>
    {children}
  </section>
);

/** The contents of a page that is no list: padded, and scrolled below its title. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['body']}>{children}</div>
);
