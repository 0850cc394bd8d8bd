/** Pixels before the end of a list at which its next page is asked for (R24.7). */
const nearEnd = 80;

type Scrolled = Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>;

/** Whether somebody has scrolled so far that the next page is wanted. */
export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Scrolled): boolean =>
  scrollHeight - scrollTop - clientHeight <= nearEnd;
