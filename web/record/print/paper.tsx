import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from '#web/record/print/paper.module.css';
import { PrintedPages } from '#web/record/print/printed-pages.tsx';
import type { PrintedPages as Pages } from '#shared/record/printing/print-calls.ts';

/** A4 in points; what is smaller is A5. */
const a4 = 590;

/** The pages for the printer alone: opens the browser's print dialog and disappears with it. */
export function Paper({ pages, onClose }: { readonly pages: Pages; readonly onClose: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onClose, { once: true });
    // once the pages are rendered
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', onClose);
    };
  }, [onClose]);
  const size = Math.min(pages.width, pages.height) > a4 ? 'a4' : 'a5';
  const turned = pages.width > pages.height ? 'Landscape' : 'Portrait';
  return createPortal(
    <article aria-hidden className={`${styles['paper']} ${styles[size + turned]}`}>
      <PrintedPages pages={pages} />
    </article>,
    document.body,
  );
}
