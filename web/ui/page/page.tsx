import { use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { HeaderSlotContext } from '#web/ui/page/page-context.ts';
import { PageHelp } from '#web/ui/page/page-help.tsx';
import styles from '#web/ui/page/page.module.css';

interface PageProps {
  readonly title: string;
  /** Views of the page, on the line of its title; on a phone below it. */
  readonly views?: ReactNode;
  /** What can be done here: quiet buttons and at most one primary one, at the end of the line. */
  readonly acts?: ReactNode;
  /** Width of a panel that stands beside the page, which shrinks; none by default. */
  readonly beside?: string | undefined;
  readonly children: ReactNode;
}

/** A page that fills the sheet: its title line stays, what is below scrolls by itself. */
export function Page({ title, views, acts, beside, children }: PageProps) {
  const slot = use(HeaderSlotContext);
  const line = (
    <>
      <h1>{title}</h1>
      <PageHelp title={title} />
      {slot === null && views}
      {acts && <div className={`${styles['acts']} ${views ? '' : styles['wrapped']}`}>{acts}</div>}
    </>
  );
  return (
    <section className={styles['page']} {...(beside && { style: { marginInlineEnd: beside } })}>
      {slot === null ? <header className={styles['bar']}>{line}</header> : createPortal(line, slot)}
      {slot !== null && views && <div className={styles['views']}>{views}</div>}
      {children}
    </section>
  );
}

/** The contents of a page that is no list: padded, and scrolled below its title. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['body']}>{children}</div>
);
