/** Pixels before the end of a list at which its next page is requested (R24.7). */
const nearEnd = 80;

type Scrolled = Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>;

/** Whether the user has scrolled far enough for the next page. */
export const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Scrolled): boolean =>
  scrollHeight - scrollTop - clientHeight <= nearEnd;
