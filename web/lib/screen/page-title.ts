import { useEffect } from 'react';

let siteName = '';
/** What waits for the user, before the title. */
let count = 0;
/** The innermost title last. */
let titles: readonly { readonly title: string }[] = [];

/** Sets the window title while the component is shown; the innermost of several wins. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const entry = { title };
    titles = [...titles, entry];
    write();
    return () => {
      titles = titles.filter((other) => other !== entry);
      write();
    };
  }, [title]);
}

export function setSiteName(name: string): void {
  siteName = name;
  write();
}

/** The number that stands before the title, so that another window shows it too; 0 for none. */
export function setTitleCount(next: number): void {
  count = next;
  write();
}

function write(): void {
  const mark = count > 0 ? `(${count > 99 ? '99+' : count}) ` : '';
  document.title = mark + [titles.at(-1)?.title, siteName].filter(Boolean).join(' - ');
}
