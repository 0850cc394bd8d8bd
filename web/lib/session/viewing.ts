/** Looking at the product as somebody else, in this tab alone: the others keep the login of whoever looks. */
interface View {
  /** What the page says of it all the time, and on the button that leaves it. */
  readonly text: string;
  readonly leave: string;
  /** The address where it began. */
  readonly back: string;
}

const storageKey = 'viewing';
const tab = globalThis.sessionStorage as Storage | undefined;
const current = read();

export const currentView = (): View | null => current;

/** Where what belongs to the login is kept: for all tabs, or for this one alone. */
export const loginStorage = (): Storage | undefined =>
  current ? tab : (globalThis.localStorage as Storage | undefined);

/** Goes on with a token that reads only. `exp` in seconds since 1970. */
export function beginView(
  { access_token: value, user_id: userId, exp }: { access_token: string; user_id: number; exp: number },
  words: Pick<View, 'text' | 'leave'>,
): void {
  tab?.setItem('Admin-Token', JSON.stringify({ value, userId, expiresAt: exp * 1000 }));
  tab?.setItem(storageKey, JSON.stringify({ ...words, back: location.pathname + location.search } satisfies View));
  location.assign('/');
}

/** Goes back to the own login, where it was left. */
export function forgetView(): void {
  tab?.clear();
  location.assign(current?.back ?? '/');
}

function read(): View | null {
  try {
    return JSON.parse(tab?.getItem(storageKey) ?? 'null') as View | null;
  } catch {
    return null;
  }
}
