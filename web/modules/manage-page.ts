import { withManageWords } from '#web/lib/i18n/manage-words.ts';
import { lazyPage } from '#web/lib/lazy-page.tsx';

type Load<N extends string> = Parameters<typeof lazyPage<N, object>>[0];

/** `lazyPage` for a page of administration, which comes with the words of all of them. */
export const managePage = <N extends string>(load: Load<N>, name: N) =>
  Object.assign(
    lazyPage<N, object>(() => withManageWords(load), name),
    { hasManageWords: true },
  );
