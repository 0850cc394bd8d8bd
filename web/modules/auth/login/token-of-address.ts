const taken = new Map<string, string>();

/** Reads the token and removes it from the address, so that it stays out of the history (security N7). */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') {
    taken.set(location.pathname, token);
    history.replaceState(null, '', location.pathname);
  }
  return taken.get(location.pathname) ?? '';
}
