import { useEffect } from 'react';

let siteName = '';
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

function write(): void {
  document.title = [titles.at(-1)?.title, siteName].filter(Boolean).join(' - ');
}
